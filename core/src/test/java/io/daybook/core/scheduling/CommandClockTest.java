package io.daybook.core.scheduling;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Limits;
import io.daybook.host.SimulatedClock;
import io.daybook.host.VenueTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommandClockTest {
    private static final long DAY = 86_400_000_000_000L;
    private static final long NOW = 20_000 * DAY;

    private final SimulatedClock wall = new SimulatedClock(TimeUnit.NANOSECONDS.toMillis(NOW));

    private static void assertRefused(final CommandClock clock, final long stampNs) {
        final IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> clock.requireStamp(stampNs));
        assertTrue(String.valueOf(refusal.getMessage()).contains("timestampNs=" + stampNs), refusal::getMessage);
    }

    @Test
    void shouldTakeStampsUpToADayBeyondTheClock() {
        final CommandClock clock = new CommandClock(VenueTime.of(wall), 0);
        for (final long stampNs : new long[] {Long.MIN_VALUE, -1, 0, 1, NOW, NOW + Limits.MAX_STAMP_LEAD_NS}) {
            assertDoesNotThrow(() -> clock.requireStamp(stampNs));
        }
        assertRefused(clock, NOW + DAY + 1);
        assertRefused(clock, Long.MAX_VALUE);
        wall.advance(1, TimeUnit.NANOSECONDS);
        assertDoesNotThrow(() -> clock.requireStamp(NOW + DAY + 1));
        assertRefused(clock, NOW + DAY + 2);
    }

    @Test
    void shouldTakeStampsUpToADayBeyondTheCommandBefore() {
        final CommandClock clock = new CommandClock(VenueTime.of(wall), 0);
        clock.requireStamp(NOW + DAY);
        assertRefused(clock, NOW + DAY + 1); // the stamp before was accepted, but not sent
        clock.sent(NOW + DAY);
        clock.requireStamp(NOW + 2 * DAY);
        assertRefused(clock, NOW + 2 * DAY + 1);
        clock.sent(NOW); // an earlier stamp changes nothing
        clock.requireStamp(NOW + 2 * DAY);
        assertRefused(clock, NOW + 2 * DAY + 1);
    }

    @Test
    void shouldGoOnFromTheTimeThatWasRecovered() {
        final CommandClock later = new CommandClock(VenueTime.of(wall), NOW + 5 * DAY);
        later.requireStamp(NOW + 6 * DAY);
        assertRefused(later, NOW + 6 * DAY + 1);
        final CommandClock last = new CommandClock(VenueTime.of(wall), Long.MAX_VALUE - 1);
        assertDoesNotThrow(() -> last.requireStamp(Long.MAX_VALUE));
    }
}
