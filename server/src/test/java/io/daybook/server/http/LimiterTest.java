package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.host.Clock;
import io.daybook.host.SimulatedClock;
import io.daybook.server.identity.Caller;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * An address that has sent too many wrong signatures gets few further checks, except for keys that have passed a check
 * from that address before.
 */
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

    private static InetAddress at(final String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static void requireThrottled(final Runnable request) {
        assertEquals(
                ProblemCode.THROTTLED.name(),
                assertThrows(Problem.class, request::run).code());
    }

    /** An owner of a /64 prefix has 2^64 addresses. */
    @Test
    void shouldCountAllAddressesOfAPrefixAsOne() {
        for (int i = 0; i < 10; i++) {
            limiter.failed(at("2001:db8:0:7::" + i));
            limiter.guess(at("2001:db8:0:7::" + i), "anna");
        }
        requireThrottled(() -> limiter.failed(at("2001:db8:0:7:ffff::1")));
        requireThrottled(() -> limiter.guess(at("2001:db8:0:7:ffff::1"), "bert"));
        limiter.failed(at("2001:db8:0:8::1"));
        limiter.guess(at("2001:db8:0:8::1"), "bert");
        for (int i = 0; i < Limiter.LOGINS_PER_MINUTE; i++) {
            limiter.login(at("2001:db8:0:7::" + i));
        }
        requireThrottled(() -> limiter.login(at("2001:db8:0:7::ffff")));
        for (int i = 0; i < 50; i++) {
            limiter.take(new Caller(null, at("2001:db8:0:7::" + i), null), Cost.REQUEST);
        }
        requireThrottled(() -> limiter.take(new Caller(null, at("2001:db8:0:7::ffff"), null), Cost.REQUEST));
        limiter.take(new Caller(null, at("2001:db8:0:8::1"), null), Cost.REQUEST);
    }

    /** Setting the wall clock neither adds nor removes tokens. */
    @Test
    void shouldCountByTheClockThatNobodySets() {
        final AtomicLong wallMs = new AtomicLong(TimeUnit.DAYS.toMillis(20_000));
        final AtomicLong monotonicNs = new AtomicLong();
        final Limiter own = new Limiter(
                new Clock() {
                    @Override
                    public long nanoTime() {
                        return monotonicNs.get();
                    }

                    @Override
                    public long epochMillis() {
                        return wallMs.get();
                    }
                },
                5,
                5);
        final Caller stranger = new Caller(null, HERE, null);
        for (int i = 0; i < 5; i++) {
            own.take(stranger, Cost.REQUEST);
        }
        wallMs.addAndGet(TimeUnit.DAYS.toMillis(1));
        requireThrottled(() -> own.take(stranger, Cost.REQUEST));
        wallMs.addAndGet(-TimeUnit.DAYS.toMillis(2));
        requireThrottled(() -> own.take(stranger, Cost.REQUEST));
        monotonicNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
        for (int i = 0; i < 5; i++) {
            own.take(stranger, Cost.REQUEST);
        }
    }

    @Test
    void shouldCountNeighboursAndAddressesOfIpv4EachForItself() {
        for (int i = 0; i < 10; i++) {
            limiter.failed(at("fe80::1"));
            limiter.failed(at("203.0.113.1"));
        }
        requireThrottled(() -> limiter.failed(at("fe80::1")));
        requireThrottled(() -> limiter.failed(at("::ffff:203.0.113.1")));
        limiter.failed(at("fe80::2"));
        limiter.failed(at("203.0.113.2"));
    }

    @Test
    void shouldCheckFewPasswordsOfANameHoweverManyAddressesGuess() {
        limiter.guess(at("203.0.113.7"), "anna");
        limiter.guessed(at("203.0.113.7"), "anna");
        int checked = 0;
        for (int i = 0; i < 1_000; i++) {
            try {
                limiter.guess(at("198.51." + i / 250 + "." + i % 250), "anna");
                checked++;
            } catch (Problem e) {
                assertEquals(ProblemCode.THROTTLED.name(), e.code());
                assertEquals("60", e.headers().get("Retry-After"));
            }
        }
        assertEquals(29, checked, "the owner's login used one of the 30 checks");
        limiter.guess(at("198.51.100.1"), "bert");
        limiter.guess(at("203.0.113.7"), "anna"); // the owner has logged in from this address, and is not limited
        requireThrottled(() -> limiter.guess(at("203.0.113.8"), "anna"));
        clock.advance(2, TimeUnit.SECONDS);
        limiter.guess(at("203.0.113.8"), "anna");
    }

    /**
     * Names with the same first 64 characters share one limit: otherwise long names would fill the memory, and each
     * would have a limit of its own.
     */
    @Test
    void shouldCountNamesThatNobodyCanHaveByWhatTheyBeginWith() {
        final String begin = "x".repeat(64);
        for (int i = 0; i < 30; i++) {
            limiter.guess(at("198.51.100." + i), begin + i);
        }
        requireThrottled(() -> limiter.guess(at("198.51.100.99"), begin));
    }
}
