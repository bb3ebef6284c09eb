package io.daybook.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonTest {
    @Test
    void shouldReadWhatItWrites() {
        final Object value = Map.of("a", List.of("x\"\\\n", Map.of("b", List.of())));
        assertEquals(value, Json.read(Json.write(value)));
        final Object read = Json.read(" { \"n\" : -1.50 , \"t\":true,\"z\":null,\"e\":\"\\u0041\\n\\/\" } ");
        assertEquals(Map.of("n", "-1.50", "t", "true", "z", "null", "e", "A\n/"), read);
        assertEquals("{\"n\":7}", Json.write(Map.of("n", 7)));
    }

    @Test
    void shouldRefuseWhatIsNoJson() {
        for (final String text : List.of("", "{\"a\"", "[1,", "\"x", "{\"a\":}")) {
            assertThrows(TestVenueException.class, () -> Json.read(text), text);
        }
        assertThrows(TestVenueException.class, () -> Json.text(Map.of(), "a"));
    }
}
