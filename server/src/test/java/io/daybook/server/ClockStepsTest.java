package io.daybook.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Clock;
import io.daybook.host.Proves;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@Proves("health reports a late history, missing snapshots, a stopped exchange and a stepped clock")
class ClockStepsTest {
    private long monotonicMs;
    private long wallMs = 1_795_334_467_495L;

    private final ClockSteps steps = new ClockSteps(new Clock() {
        @Override
        public long nanoTime() {
            return TimeUnit.MILLISECONDS.toNanos(monotonicMs);
        }

        @Override
        public long epochMillis() {
            return wallMs;
        }
    });

    private void pass(final long ms, final long setByMs) {
        monotonicMs += ms;
        wallMs += ms + setByMs;
    }

    @Test
    void shouldTellThatTheClockWasSetForTenMinutes() {
        pass(10_000, 900);
        assertEquals(List.of(), steps.look(), "a step of less than a second must not be reported");
        pass(10_000, -3_500);
        assertEquals(List.of("the clock was set by -3.5 s within 10 minutes"), steps.look());
        pass(599_000, 0);
        assertEquals(List.of("the clock was set by -3.5 s within 10 minutes"), steps.look());
        pass(2_000, 0);
        assertEquals(List.of(), steps.look());
        pass(1_000, 60_000);
        assertEquals(List.of("the clock was set by +60.0 s within 10 minutes"), steps.look());
    }

    @Test
    void shouldNotTellOfAClockThatIsDrawnSlowly() {
        for (int hour = 0; hour < 24; hour++) {
            pass(3_600_000, 1_800); // 500 ppm
            assertEquals(List.of(), steps.look());
        }
    }
}
