package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.journal.host.SimulatedClock;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Wrong signatures are not even checked once an address has sent too many; others of the address go on. */
class LimiterTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final SimulatedClock clock = new SimulatedClock(0);
    private final Limiter limiter = new Limiter(clock, 50, 100);

    private int checkedOf(final int requests, final String key) {
        int checked = 0;
        for (int i = 0; i < requests; i++) {
            try {
                limiter.beforeCheck(HERE, key + i);
                checked++;
                limiter.failed(HERE);
            } catch (Problem e) {
                assertEquals(ProblemCode.THROTTLED.name(), e.code());
            }
        }
        return checked;
    }

    @Test
    void shouldCheckFewSignaturesOfAnAddressThatWasWrongTooOften() {
        assertEquals(10 + 50, checkedOf(10_000, "k"));
        clock.advance(1, TimeUnit.SECONDS);
        assertEquals(50, checkedOf(10_000, "k"));
        clock.advance(2, TimeUnit.MINUTES);
        assertEquals(10 + 50, checkedOf(10_000, "k"));
    }

    @Test
    void shouldLetAKeyOfThatAddressGoOn() throws Exception {
        limiter.passed(HERE, "good");
        assertEquals(60, checkedOf(1_000, "bad"));
        limiter.beforeCheck(HERE, "good");
        assertThrows(Problem.class, () -> limiter.beforeCheck(HERE, "new"));
        limiter.beforeCheck(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), "new");
    }

    @Test
    void shouldLetFewLoginsOfAnAddressThrough() throws Exception {
        for (int i = 0; i < Limiter.LOGINS_PER_MINUTE; i++) {
            limiter.login(HERE);
        }
        final Problem late = assertThrows(Problem.class, () -> limiter.login(HERE));
        assertEquals(ProblemCode.THROTTLED.name(), late.code());
        limiter.login(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}));
        clock.advance(1, TimeUnit.MINUTES);
        limiter.login(HERE);
    }
}
