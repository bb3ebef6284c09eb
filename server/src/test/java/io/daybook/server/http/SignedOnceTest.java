package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.host.SimulatedClock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A signed change counts once while its signature does, and no more of them are kept than may be. */
class SignedOnceTest {
    private final SimulatedClock clock = new SimulatedClock(0);
    private final SignedOnce once = new SignedOnce(clock, 12, 3);

    @Test
    void shouldRefuseWhatWasTakenUntilItsSignatureCountsNoMore() {
        once.take("k262145 a");
        once.take("k262146 a");
        assertRefused("ALREADY_APPLIED", "k262145 a");
        clock.advance(11, TimeUnit.SECONDS);
        assertRefused("ALREADY_APPLIED", "k262145 a");
        clock.advance(1, TimeUnit.SECONDS);
        assertDoesNotThrow(() -> once.take("k262145 a"));
    }

    @Test
    void shouldTakeAgainWhatWasGivenBack() {
        once.take("a");
        once.giveBack("a");
        assertDoesNotThrow(() -> once.take("a"));
        assertRefused("ALREADY_APPLIED", "a");
    }

    @Test
    void shouldKeepNoMoreThanItMay() {
        once.take("a");
        once.take("b");
        once.take("c");
        assertRefused("THROTTLED", "d");
        clock.advance(12, TimeUnit.SECONDS);
        assertDoesNotThrow(() -> once.take("d"));
    }

    private void assertRefused(final String code, final String signed) {
        assertEquals(code, assertThrows(Problem.class, () -> once.take(signed)).code());
    }
}
