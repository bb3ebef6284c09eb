package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.JsonReport;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.cli.console.Report;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.access.JournalReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Prints the content of a journal. */
record StatRun(Console console, Path folder, boolean json) {
    int run(final ProgressOptions progress) throws CommandFailure {
        final JournalStat stat;
        final List<SnapshotStat> snapshots;
        try (ReadMeter reading = progress.reading(console, folder)) {
            final JournalReader reader = JournalReader.open(reading.storage(), folder);
            snapshots = reader.snapshots();
            stat = reader.stat(snapshots);
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        if (json) {
            JsonReport.stat(console, folder, stat, snapshots);
            return ExitCodes.OK;
        }
        final Report out = console.report();
        print(stat, out);
        printSnapshots(snapshots, out);
        for (final JournalException problem : stat.problems()) {
            out.println("problem: " + CommandFailure.refusal(problem, folder));
        }
        stat.notes().forEach(note -> out.println("note: " + note));
        out.send();
        return ExitCodes.OK;
    }

    private static void print(final JournalStat stat, final PrintWriter out) {
        final long commands = stat.lastSeq() < stat.firstSeq() ? 0 : stat.lastSeq() - stat.firstSeq() + 1;
        out.println("exchange: " + stat.exchangeId());
        out.println("created: " + Instant.ofEpochSecond(0, stat.createdNs()).truncatedTo(ChronoUnit.SECONDS));
        out.println("settings: " + stat.settings());
        out.println("seqs: " + stat.firstSeq() + " to " + stat.lastSeq() + ", " + commands + " commands");
        out.println("bytes on disk: " + stat.sizeBytes());
        if (commands > 0 && stat.storedBytes() > 0) {
            out.println(String.format(
                    Locale.ROOT,
                    "encoded: %d bytes, %.1f a command; stored: %d bytes, %.1f a command (%.2f to 1)",
                    stat.uncompressedBytes(),
                    (double) stat.uncompressedBytes() / commands,
                    stat.storedBytes(),
                    (double) stat.storedBytes() / commands,
                    (double) stat.uncompressedBytes() / stat.storedBytes()));
        }
        out.println();
        out.println(String.format(
                "%-24s %6s %12s %12s %9s %9s %12s  %s",
                "segment", "format", "first seq", "last seq", "frames", "lz4", "used", "end"));
        for (final SegmentStat segment : stat.segments()) {
            out.println(String.format(
                    Locale.ROOT,
                    "%-24s %6d %12d %12d %9d %9d %12d  %s",
                    segment.file(),
                    segment.formatVersion(),
                    segment.firstSeq(),
                    segment.lastSeq(),
                    segment.dataFrames(),
                    segment.lz4Frames(),
                    segment.usedBytes(),
                    segment.sealed() ? "sealed" : segment.verdict()));
        }
    }

    private static void printSnapshots(final List<SnapshotStat> snapshots, final PrintWriter out) {
        out.println();
        if (snapshots.isEmpty()) {
            out.println("no snapshots");
        } else {
            out.println(
                    String.format("%-24s %12s %12s  %-16s  %s", "snapshot", "bytes", "content", "state hash", "state"));
        }
        for (final SnapshotStat snapshot : snapshots) {
            final JournalException problem = snapshot.problem();
            out.println(String.format(
                    Locale.ROOT,
                    "at seq %-17d %12d %12d  %016x  %s",
                    snapshot.seq(),
                    snapshot.sizeBytes(),
                    snapshot.contentBytes(),
                    snapshot.stateHash(),
                    problem == null ? "sound" : problem.getMessage()));
        }
    }
}
