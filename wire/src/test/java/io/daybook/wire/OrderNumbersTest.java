package io.daybook.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OrderNumbersTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "17, 42", "262143, 8796093022207", "524287, 8796093022207", "524287, 0"})
    void shouldTakeCookiesApart(final int session, final long request) {
        final long cookie = OrderNumbers.cookie(session, request);
        assertTrue(cookie > 0);
        assertEquals(session * (1L << 44) + request, cookie);
        assertEquals(session, OrderNumbers.session(cookie));
        assertEquals(request, OrderNumbers.request(cookie));
        assertFalse(OrderNumbers.isExit(cookie));

        final long exit = OrderNumbers.exitId(cookie);
        assertEquals(cookie + (1L << 43), exit);
        assertEquals(session, OrderNumbers.session(exit));
        assertEquals(request, OrderNumbers.request(exit));
        assertTrue(OrderNumbers.isExit(exit));
    }

    @ParameterizedTest
    @CsvSource({"1", "4398046511104", "8796093022207", "17592186044415"})
    void shouldGiveIdsOfOtherDoorsToNoSession(final long id) {
        assertEquals(0, OrderNumbers.session(id));
    }
}
