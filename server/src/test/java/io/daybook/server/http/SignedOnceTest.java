package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.journal.host.Clock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A signed change counts once while its signature does, and no more of them are kept than may be. */
class SignedOnceTest {
    private final ManualClock clock = new ManualClock();
    private final SignedOnce once = new SignedOnce(clock, 12, 3);

    /** A clock that stands still until it is told. */
    private static final class ManualClock extends Clock {
        private long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public long epochMillis() {
            return now;
        }
    }

    @Test
    void shouldRefuseWhatWasTakenUntilItsSignatureCountsNoMore() {
        once.take("k262145 a");
        once.take("k262146 a");
        assertRefused("ALREADY_APPLIED", "k262145 a");
        clock.now += TimeUnit.SECONDS.toNanos(11);
        assertRefused("ALREADY_APPLIED", "k262145 a");
        clock.now += TimeUnit.SECONDS.toNanos(1);
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
        clock.now += TimeUnit.SECONDS.toNanos(12);
        assertDoesNotThrow(() -> once.take("d"));
    }

    private void assertRefused(final String code, final String signed) {
        assertEquals(code, assertThrows(Problem.class, () -> once.take(signed)).code());
    }
}
