package io.daybook.journal.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.format.TailFacts.Front;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the damage table row by row, and with every combination of facts. */
@Proves(value = "the end of a journal means what the table says", normal = "160 combinations")
final class TailCaseTest {

    @ParameterizedTest
    @CsvSource({
        // last, sealDue, sealBehind, forcedBehind, front, sectorsLost, case, verdict
        "false, false, false, false, ZERO_TO_END,    false, BEFORE_SUCCESSOR,   CORRUPT",
        "false, false, false, false, BODY_INVALID,   true,  BEFORE_SUCCESSOR,   CORRUPT",
        "false, false, false, false, HEADER_ZERO,    false, BEFORE_SUCCESSOR,   CORRUPT",
        "false, true,  false, false, ZERO_TO_END,    false, ROTATION_CUT,       UNSEALED",
        "false, true,  false, false, HEADER_ZERO,    false, IMPOSSIBLE,         CORRUPT",
        "false, true,  true,  false, ZERO_TO_END,    false, IMPOSSIBLE,         CORRUPT",
        "false, true,  false, true,  ZERO_TO_END,    false, IMPOSSIBLE,         CORRUPT",
        "true,  false, true,  false, HEADER_ZERO,    false, PROVEN_FORCED,      CORRUPT",
        "true,  false, true,  false, BODY_INVALID,   true,  PROVEN_FORCED,      CORRUPT",
        "true,  false, false, true,  HEADER_ZERO,    false, PROVEN_FORCED,      CORRUPT",
        "true,  false, false, true,  HEADER_INVALID, false, PROVEN_FORCED,      CORRUPT",
        "true,  false, false, true,  BODY_INVALID,   true,  PROVEN_FORCED,      CORRUPT",
        "true,  false, false, false, ZERO_TO_END,    false, END,                CLEAN_END",
        "true,  false, false, false, HEADER_ZERO,    false, HEADER_NOT_WRITTEN, TORN",
        "true,  false, false, false, HEADER_INVALID, false, HEADER_DAMAGED,     SUSPECT",
        "true,  false, false, false, CONTRADICTION,  false, OUT_OF_LINE,        CORRUPT",
        "true,  false, false, false, BODY_INVALID,   false, BODY_DAMAGED,       SUSPECT",
        "true,  false, false, false, BODY_INVALID,   true,  BODY_NOT_WRITTEN,   TORN",
    })
    void shouldFollowTheTable(
            final boolean last,
            final boolean sealDue,
            final boolean sealBehind,
            final boolean forcedBehind,
            final Front front,
            final boolean sectorsLost,
            final TailCase expected,
            final TailVerdict verdict) {
        final TailCase found = TailCase.of(new TailFacts(last, sealDue, sealBehind, forcedBehind, front, sectorsLost));
        assertEquals(expected, found);
        assertEquals(verdict, found.verdict());
    }

    @Test
    void shouldHaveOneCaseForEachCombination() {
        final Set<TailCase> seen = EnumSet.noneOf(TailCase.class);
        int combinations = 0;
        for (TailFacts facts : all()) {
            final List<TailCase> cases = new ArrayList<>();
            for (TailCase row : TailCase.values()) {
                if (row.applies(facts)) {
                    cases.add(row);
                }
            }
            assertEquals(1, cases.size(), () -> facts + ": " + cases);
            seen.addAll(cases);
            combinations++;
        }
        assertEquals(160, combinations);
        assertEquals(EnumSet.allOf(TailCase.class), seen);
    }

    /** Recovery overwrites bytes only if nothing proves that they were forced. */
    @Test
    void shouldRepairOnlyWhatWasNeverForced() {
        for (TailFacts facts : all()) {
            final TailVerdict verdict = TailCase.of(facts).verdict();
            if (verdict == TailVerdict.TORN || verdict == TailVerdict.CLEAN_END) {
                assertTrue(facts.lastSegment() && !facts.sealBehind() && !facts.forcedBehind(), facts::toString);
            }
        }
    }

    private static List<TailFacts> all() {
        final List<TailFacts> all = new ArrayList<>();
        for (int bits = 0; bits < 32; bits++) {
            for (Front front : Front.values()) {
                all.add(new TailFacts(
                        (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, front, (bits & 16) != 0));
            }
        }
        return all;
    }
}
