package io.daybook.server.hops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.SimulatedClock;
import io.daybook.wire.hops.Hop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Each timed command is visited once, when it is complete; if there are too many, only the newest are visited. */
class TimedCommandsTest {
    private static final int EVERY = 64;
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    private final SimulatedClock clock = new SimulatedClock(0);
    private long newest;

    /** The command with seq n begins n ms after the epoch, and takes n ns. */
    private final TimedCommands commands = new TimedCommands(
            EVERY,
            (seq, byCode) -> {
                byCode[Hop.T3.code()] = seq * MS;
                byCode[Hop.T4J.code()] = seq * MS + seq;
                return true;
            },
            () -> newest,
            clock);

    private List<Long> told(final int most) {
        final List<Long> told = new ArrayList<>();
        commands.forEachNew(most, (span, ns) -> {
            if (span.equals(TimedCommands.COMMAND)) {
                told.add(ns);
            }
        });
        return told;
    }

    @Test
    void shouldTellEachOnceThatIsOver() {
        newest = 4 * EVERY;
        clock.advance(3 * EVERY + 1_000, TimeUnit.MILLISECONDS);
        final List<Long> first = told(100);
        assertEquals(3L * EVERY, first.get(first.size() - 1));
        assertEquals(List.of(), told(100));
        clock.advance(EVERY, TimeUnit.MILLISECONDS);
        assertEquals(4L * EVERY, told(100).get(0));
        assertEquals(List.of(), told(100));
    }

    @Test
    void shouldTellOfTooManyTheNewestThatAreOver() {
        newest = 1_000 * EVERY;
        clock.advance(900 * EVERY + 1_000, TimeUnit.MILLISECONDS);
        final List<Long> told = told(10);
        assertEquals(900L * EVERY, told.get(told.size() - 1));
        assertEquals(891L * EVERY, told.get(0));
        assertEquals(List.of(), told(10));
    }
}
