package io.daybook.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonTextTest {
    @Test
    void shouldReadWhatItWrites() {
        final Object value = Map.of("a", List.of("x\"\\\n", Map.of("b", List.of())));
        assertEquals(value, JsonText.read(JsonText.write(value)));
        final Object read = JsonText.read(" { \"n\" : -1.50 , \"t\":true,\"z\":null,\"e\":\"\\u0041\\n\\/\" } ");
        assertEquals(Map.of("n", "-1.50", "t", "true", "z", "null", "e", "A\n/"), read);
        assertEquals("{\"n\":7}", JsonText.write(Map.of("n", 7)));
    }

    @Test
    void shouldRefuseWhatIsNoJson() {
        for (final String text : List.of("", "{\"a\"", "[1,", "\"x", "{\"a\":}")) {
            assertThrows(TestVenueException.class, () -> JsonText.read(text), text);
        }
        assertThrows(TestVenueException.class, () -> JsonText.text(Map.of(), "a"));
    }
}
