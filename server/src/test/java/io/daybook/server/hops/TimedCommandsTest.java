package io.daybook.server.hops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.client.hops.Hop;
import io.daybook.journal.host.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Each timed command is told once, when it is over; of too many the newest. */
class TimedCommandsTest {
    private static final int EVERY = 64;
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    private long nowNs;
    private long newest;

    private final Clock clock = new Clock() {
        @Override
        public long nanoTime() {
            return nowNs;
        }

        @Override
        public long epochMillis() {
            return TimeUnit.NANOSECONDS.toMillis(nowNs);
        }
    };

    /** A seq begins in its millisecond, and takes as many ns as its number. */
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
        nowNs = 3 * EVERY * MS + 1_000 * MS;
        final List<Long> first = told(100);
        assertEquals(3L * EVERY, first.get(first.size() - 1));
        assertEquals(List.of(), told(100));
        nowNs += EVERY * MS;
        assertEquals(4L * EVERY, told(100).get(0));
        assertEquals(List.of(), told(100));
    }

    @Test
    void shouldTellOfTooManyTheNewestThatAreOver() {
        newest = 1_000 * EVERY;
        nowNs = 900 * EVERY * MS + 1_000 * MS;
        final List<Long> told = told(10);
        assertEquals(900L * EVERY, told.get(told.size() - 1));
        assertEquals(891L * EVERY, told.get(0));
        assertEquals(List.of(), told(10));
    }
}
