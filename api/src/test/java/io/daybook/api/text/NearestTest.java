package io.daybook.api.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the hint for a misspelled word. */
final class NearestTest {
    private static final List<String> WORDS = List.of("cancel", "move", "reduce", "place");

    @ParameterizedTest
    @CsvSource({"cancle, cancel", "mvoe, move", "plac, place", "places, place", "redduce, reduce", "cancel, cancel"})
    void shouldFindTheNearestWord(final String word, final String nearest) {
        assertEquals(nearest, Nearest.to(word, WORDS));
        assertEquals(" Did you mean \"" + nearest + "\"?", Nearest.hint(word, WORDS));
    }

    @ParameterizedTest
    @CsvSource({"''", "quux", "withdraw"})
    void shouldFindNothingWhereMoreThanHalfIsWrong(final String word) {
        assertNull(Nearest.to(word, WORDS));
        assertEquals("", Nearest.hint(word, WORDS));
    }

    @Test
    void shouldTakeTheFirstOfEquallyNearOnes() {
        assertEquals("base", Nearest.to("bose", List.of("base", "nose")));
        assertEquals("nose", Nearest.to("bose", List.of("nose", "base")));
    }

    @Test
    void shouldCompareNoLongTexts() {
        final String longest = "a".repeat(64);
        assertEquals(longest, Nearest.to(longest, List.of(longest)));
        assertNull(Nearest.to(longest + "a", List.of(longest)));
    }
}
