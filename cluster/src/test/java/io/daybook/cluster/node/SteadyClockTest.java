package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aeron.cluster.service.ClusterClock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
    private long machineNs = TimeUnit.DAYS.toNanos(20_000);
    private long evenNs = -17;

    private final SteadyClock clock = new SteadyClock(
            new ClusterClock() {
                @Override
                public TimeUnit timeUnit() {
                    return TimeUnit.NANOSECONDS;
                }

                @Override
                public long time() {
                    return machineNs;
                }
            },
            () -> evenNs);

    private void pass(final long ns) {
        machineNs += ns;
        evenNs += ns;
    }

    @Test
    void shouldBeTheMachinesWhereThatOneGoesOn() {
        assertEquals(TimeUnit.NANOSECONDS, clock.timeUnit());
        for (int i = 0; i < 1_000; i++) {
            pass(i);
            assertEquals(machineNs, clock.time());
        }
        machineNs += TimeUnit.HOURS.toNanos(1);
        assertEquals(machineNs, clock.time());
    }

    @Test
    void shouldGoOnMoreSlowlyUntilTheMachinesHasCaughtUp() {
        final long beforeNs = clock.time();
        final long backNs = TimeUnit.HOURS.toNanos(1);
        machineNs -= backNs;
        assertEquals(beforeNs, clock.time());
        pass(1_000);
        assertEquals(beforeNs + 750, clock.time());
        pass(backNs);
        assertEquals(beforeNs + 750 + backNs / 4 * 3, clock.time());
        pass(3 * backNs - 1_000);
        assertEquals(beforeNs + 3 * backNs, clock.time());
        assertEquals(machineNs, clock.time());
        pass(2_000);
        assertEquals(machineNs, clock.time());
    }

    @Test
    void shouldGoOnFromWhereItIsHoweverOftenTheMachinesIsSetBack() {
        long beforeNs = clock.time();
        for (int i = 0; i < 10; i++) {
            machineNs -= TimeUnit.MINUTES.toNanos(1);
            pass(2_000);
            assertEquals(beforeNs + 1_500, clock.time());
            beforeNs += 1_500;
        }
    }
}
