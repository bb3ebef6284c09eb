package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.host.SimulatedClock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A signed change is carried out once while its signature is valid, and a limited number of changes is kept. */
class SignedOnceTest {
    private final SimulatedClock clock = new SimulatedClock(0);
    private final SignedOnce once = new SignedOnce(clock, 12, 3, 5_000);

    @Test
    void shouldRefuseWhatWasTakenUntilItsSignatureCountsNoMore() {
        once.take("k262145 a", 1);
        once.take("k262146 a", 1);
        assertRefused("ALREADY_APPLIED", "k262145 a");
        clock.advance(11, TimeUnit.SECONDS);
        assertRefused("ALREADY_APPLIED", "k262145 a");
        clock.advance(1, TimeUnit.SECONDS);
        assertDoesNotThrow(() -> once.take("k262145 a", 1));
    }

    @Test
    void shouldTakeAgainWhatWasGivenBack() {
        once.take("a", 1);
        once.giveBack("a");
        assertDoesNotThrow(() -> once.take("a", 1));
        assertRefused("ALREADY_APPLIED", "a");
    }

    @Test
    void shouldKeepNoMoreThanItMay() {
        once.take("a", 1);
        once.take("b", 1);
        once.take("c", 1);
        assertRefused("THROTTLED", "d");
        clock.advance(12, TimeUnit.SECONDS);
        assertDoesNotThrow(() -> once.take("d", 1));
    }

    /** A client whose clock is ahead signs with a time in the future. */
    @Test
    void shouldRefuseWhatAnEarlierProcessMayHaveTaken() {
        once.since(20_000);
        assertEquals(
                "SIGNED_BEFORE_START",
                assertThrows(Problem.class, () -> once.take("a", 25_000)).code());
        assertDoesNotThrow(() -> once.take("a", 25_001));
    }

    private void assertRefused(final String code, final String signed) {
        assertEquals(
                code, assertThrows(Problem.class, () -> once.take(signed, 1)).code());
    }
}
