package io.daybook.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import io.daybook.host.Proves;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import io.daybook.wire.hops.HopRing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code daybook hops} on files with known times. */
@Proves("every n-th command is timed, and no other")
final class HopsCommandTest {
    private static final int COMMANDS = 10_000;

    @TempDir
    private Path folder;

    private Path venue() {
        return folder.resolve("venue");
    }

    private Path client() {
        return folder.resolve("client");
    }

    /** Command n is published at n ms, begun n ns later, and settled 2 µs later; clients time every second command. */
    @BeforeEach
    void writeFiles() throws IOException {
        final HopRing gateway = new HopRing(1, 1 << 14, Hop.T1, Hop.T2);
        final HopRing engine = new HopRing(1, 1 << 14, Hop.T3, Hop.T4);
        final HopRing trader = new HopRing(1, 1 << 14, Hop.T12);
        for (long seq = 1; seq <= COMMANDS; seq++) {
            final long ns = seq * 1_000_000;
            gateway.begin(seq);
            gateway.stamp(seq, 1, ns);
            engine.begin(seq);
            engine.stamp(seq, 0, ns + seq);
            engine.stamp(seq, 1, ns + seq + 2_000);
            if (seq % 2 == 0) {
                gateway.stamp(seq, 0, ns - 1_500);
                trader.begin(seq);
                trader.stamp(seq, 0, ns);
            }
        }
        HopFile.write(venue().resolve("gateway/hops/gateway.hops"), gateway);
        HopFile.write(venue().resolve("gateway/hops/engine.hops"), engine);
        HopFile.write(client().resolve("trader.hops"), trader);
    }

    @Test
    void shouldShowEachStepThatWasTimed() {
        final CommandRun run = CommandRun.of("hops", venue().toString(), client().toString());
        assertEquals(0, run.status(), run::err);
        assertEquals(
                List.of(
                        "10,000 commands from 3 files, microseconds",
                        "hop          count        p50        p90        p99      p99.9     p99.99        max"
                                + "  what happens",
                        "T12-T1       5,000       -1.5       -1.5       -1.5       -1.5       -1.5       -1.5"
                                + "  network, waits for the venue",
                        "T1-T2        5,000        1.5        1.5        1.5        1.5        1.5        1.5"
                                + "  venue decodes, checks, publishes",
                        "T2-T3       10,000        5.0        9.0        9.9       10.0       10.0       10.0"
                                + "  waits for the engine",
                        "T3-T4       10,000        2.0        2.0        2.0        2.0        2.0        2.0"
                                + "  engine"),
                run.out().lines().toList());
    }

    @Test
    void shouldShowTheWayOfTheFeed() throws IOException {
        final HopRing journal = new HopRing(1, 2, Hop.T4J);
        final HopRing feed = new HopRing(1, 2, Hop.T5M, Hop.T6M);
        final HopRing subscriber = new HopRing(1, 2, Hop.T7M, Hop.T8M, Hop.T9M);
        for (final HopRing ring : List.of(journal, feed, subscriber)) {
            ring.begin(2);
        }
        journal.stamp(2, 0, 2_010_000);
        feed.stamp(2, 0, 2_015_000);
        feed.stamp(2, 1, 2_018_000);
        subscriber.stamp(2, 0, 2_038_000);
        subscriber.stamp(2, 1, 2_039_000);
        subscriber.stamp(2, 2, 2_040_500);
        HopFile.write(venue().resolve("gateway/hops/journal.hops"), journal);
        HopFile.write(venue().resolve("gateway/hops/feed.hops"), feed);
        HopFile.write(client().resolve("subscriber.hops"), subscriber);
        final CommandRun run = CommandRun.of("hops", venue().toString(), client().toString());
        assertEquals(0, run.status(), run::err);
        final List<String> steps = run.out()
                .lines()
                .map(line -> line.replaceAll(" +", " "))
                .filter(line -> line.contains("m ") && line.startsWith("T"))
                .map(line -> line.split(" ")[0] + " " + line.split(" ")[2])
                .toList();
        assertEquals(
                List.of(
                        "T4j-T5m 5.0",
                        "T5m-T6m 3.0",
                        "T6m-T7m 20.0",
                        "T7m-T8m 1.0",
                        "T8m-T9m 1.5",
                        "T1-T6m 19.5",
                        "T12-T9m 40.5"),
                steps);
    }

    @Test
    void shouldWriteFilesForPlotters() throws IOException {
        final Path out = folder.resolve("out");
        final CommandRun run = CommandRun.of("hops", "--hgrm", out.toString(), venue().toString());
        assertEquals(0, run.status(), run::err);
        assertTrue(run.out().endsWith("3 files in " + out + System.lineSeparator()), run::out);
        final List<String> lines = Files.readAllLines(out.resolve("T2-T3.hgrm"));
        assertEquals("       Value     Percentile TotalCount 1/(1-Percentile)", lines.get(0));
        assertEquals("       0.001 0.000000000000          1           1.00", lines.get(2));
        assertEquals("       1.000 0.100000000000       1000           1.11", lines.get(3));
        assertEquals("       5.000 0.500000000000       5000           2.00", lines.get(7));
        assertEquals("      10.000 1.000000000000      10000", lines.get(lines.size() - 3));
        assertEquals("#[Mean    =        5.001, StdDeviation   =        2.887]", lines.get(lines.size() - 2));
        assertEquals("#[Max     =       10.000, Total count    =        10000]", lines.get(lines.size() - 1));
    }

    @Test
    void shouldSayWhereThereIsNothing() {
        final CommandRun none = CommandRun.of("hops", folder.toString());
        assertEquals(ExitCodes.USAGE, none.status());
        assertTrue(none.err().contains(folder + ": there is no file *.hops"), none::err);
        final CommandRun missing =
                CommandRun.of("hops", folder.resolve("nowhere").toString());
        assertEquals(ExitCodes.USAGE, missing.status());
        assertTrue(missing.err().contains("nowhere: there is no such file"), missing::err);
    }

    @Test
    void shouldRefuseTimesOfTwoVenues() throws IOException {
        final HopRing other = new HopRing(1, 2, Hop.T3);
        other.begin(2);
        other.stamp(2, 0, 77);
        HopFile.write(client().resolve("zero.hops"), other);
        final CommandRun run = CommandRun.of("hops", venue().toString(), client().toString());
        assertEquals(ExitCodes.USAGE, run.status());
        assertTrue(run.err().contains("zero.hops: has another time for seq 2 than an earlier file"), run::err);
    }
}
