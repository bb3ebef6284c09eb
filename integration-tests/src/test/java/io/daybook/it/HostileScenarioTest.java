package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.api.AuditQuery;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.ScenarioGenerator;
import io.daybook.scenario.LineReader;
import io.daybook.scenario.ScenarioRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/**
 * Mutates bytes of whole scenario files, and runs the files through the reader and a real exchange: each line gets a
 * result or an error.
 */
@Proves(value = "no scenario file stops the engine", normal = "30 files", large = "4,000 files")
class HostileScenarioTest {
    private static final int FILES =
            Boolean.getBoolean("daybook.long") ? 4_000 : Boolean.getBoolean("daybook.quick") ? 15 : 30;
    private static final int LINES = 250;
    private static final long MOST_BYTES_PER_LINE = 64 << 10;
    private static final Duration LONGEST = Duration.ofSeconds(Boolean.getBoolean("daybook.long") ? 3_600 : 300);

    @Test
    void shouldAnswerEveryLineOfAMutatedFile() {
        final long firstSeed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        Assertions.assertTimeoutPreemptively(LONGEST, () -> {
            long answered = 0;
            long bad = 0;
            for (long seed = firstSeed; seed < firstSeed + FILES; seed++) {
                try {
                    final ScenarioRun.Outcome outcome = run(seed);
                    answered += outcome.answered();
                    bad += outcome.badLines();
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError("seed=" + seed, e);
                }
            }
            final String figures = answered + " lines answered, " + bad + " bad";
            assertTrue(answered > bad && bad > (long) FILES * LINES / 10, figures);
            System.out.println("scenario files: " + FILES + " mutated, " + figures + ", from seed " + firstSeed);
        });
    }

    /** Runs a file. If it needs too much memory, runs it once more, because the first run may have loaded classes. */
    private static ScenarioRun.Outcome run(final long seed) throws IOException {
        final Measured first = measured(seed);
        final Measured last = first.isTooMuch() ? measured(seed) : first;
        assertTrue(!last.isTooMuch(), () -> last.allocated + " bytes allocated");
        return last.outcome;
    }

    /** The outcome of a file, the number of its results, and the bytes that were allocated for it. */
    private record Measured(ScenarioRun.Outcome outcome, long results, long allocated) {
        boolean isTooMuch() {
            return allocated >= (results + 100) * MOST_BYTES_PER_LINE;
        }
    }

    private static Measured measured(final long seed) throws IOException {
        final Random random = new Random(seed);
        final List<Kind> kinds = Kind.ofProduct();
        final Kind kind = kinds.get((int) Math.floorMod(seed, (long) kinds.size()));
        final byte[] file =
                mutated(ScenarioGenerator.generate(kind, seed, LINES).text(), random);
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Exchange exchange = DaybookExchange.start(ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .resetAllowed(true)
                .ringSize(64)
                .eventRingSize(1024)
                .build())) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            final ScenarioRun.Outcome outcome =
                    new ScenarioRun(exchange, new ByteArrayInputStream(file), out, false, lines -> {}).run();
            final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertNull(outcome.failure());
            final long results = out.toString(StandardCharsets.UTF_8).lines().count();
            assertEquals(outcome.answered() + outcome.badLines(), results, "each line must have an output line");
            assertTrue(exchange.query(new AuditQuery()).join().isBalanced());
            return new Measured(outcome, results, allocated);
        }
    }

    /** Mutates as many places as a third of the lines, so that about every third line is wrong. */
    private static byte[] mutated(final String text, final Random random) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        final int changes = LINES / 3;
        for (int i = 0; i < changes; i++) {
            final int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] = (byte) "{}[]\",:0123456789-+.eE\\u\n\r\t ".charAt(random.nextInt(28));
                case 2 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                default -> {
                    final int length = Math.min(random.nextInt(40), bytes.length - at);
                    System.arraycopy(bytes, random.nextInt(bytes.length - length), bytes, at, length);
                }
            }
        }
        return bytes;
    }

    @Test
    void shouldPassOverALineWithoutEndWithinBoundedMemory() throws IOException {
        passOverALineWithoutEnd(); // loads classes, if no test before this one has needed them
        final long allocated = passOverALineWithoutEnd();
        assertTrue(allocated < 4L * LineReader.MAX_LINE_BYTES, () -> allocated + " bytes allocated");
    }

    /** Skips a line without an end; returns the bytes that this has allocated. */
    private static long passOverALineWithoutEnd() throws IOException {
        final long length = 64L << 20;
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Exchange exchange = DaybookExchange.start(
                ExchangeConfig.builder().topology(Topology.INLINE).build())) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            final ScenarioRun.Outcome outcome =
                    new ScenarioRun(exchange, new EndlessLine(length), out, false, lines -> {}).run();
            final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertEquals(1, outcome.badLines());
            return allocated;
        }
    }

    /** A limited number of bytes of one line. */
    private static final class EndlessLine extends InputStream {
        private long left;

        EndlessLine(final long length) {
            this.left = length;
        }

        @Override
        public int read() {
            return left-- > 0 ? '[' : -1;
        }

        @Override
        public int read(final byte[] target, final int offset, final int length) {
            if (left <= 0) {
                return -1;
            }
            final int read = (int) Math.min(left, length);
            Arrays.fill(target, offset, offset + read, (byte) '[');
            left -= read;
            return read;
        }
    }
}
