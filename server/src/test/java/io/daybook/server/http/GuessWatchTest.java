package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.daybook.host.SimulatedClock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** However many passwords are guessed, the log has only one line a minute. */
class GuessWatchTest {
    private final SimulatedClock clock = new SimulatedClock(0);
    private final GuessWatch watch = new GuessWatch(clock);

    @Test
    void shouldTellOnceAMinuteHowManyThereWere() {
        for (int i = 0; i < 10; i++) {
            watch.wrong();
        }
        assertEquals(new GuessWatch.Line(10, 1), watch.unchecked());
        for (int second = 0; second < 60; second++) {
            for (int i = 0; i < 1_000; i++) {
                assertNull(watch.unchecked());
            }
            watch.wrong();
            clock.advance(1, TimeUnit.SECONDS);
        }
        assertEquals(new GuessWatch.Line(60, 60_001), watch.unchecked());
        assertNull(watch.unchecked());
    }
}
