package io.daybook.gateway.fix.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Times of reports are formatted as the JDK formats them. */
final class ReportTimeTest {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int TIMES = 100_000;

    @Test
    void shouldWriteTimesAsTheJdkDoes() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        check(0, seed);
        check(Long.MAX_VALUE, seed);
        for (int i = 0; i < TIMES; i++) {
            check(random.nextLong() >>> 1, seed);
        }
    }

    private static void check(final long ns, final long seed) {
        assertEquals(
                TIME.format(Instant.ofEpochSecond(ns / SECOND_NS, ns % SECOND_NS)),
                ReportText.time(ns),
                () -> "seed=" + seed);
    }
}
