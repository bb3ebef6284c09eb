package io.daybook.cli.journal;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.JsonReport;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.cli.console.Report;
import io.daybook.journal.JournalException;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.access.JournalReader;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Lists the snapshots of a folder. */
record SnapshotListRun(Console console, Path folder) {
    int run(final boolean json, final ProgressOptions progress) throws CommandFailure {
        final List<SnapshotStat> snapshots;
        try (ReadMeter reading = progress.reading(console, folder)) {
            snapshots = JournalReader.open(reading.storage(), folder).snapshots();
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        if (json) {
            JsonReport.snapshots(console, snapshots);
            return ExitCodes.OK;
        }
        final Report out = console.report();
        if (snapshots.isEmpty()) {
            out.println("no snapshots");
        } else {
            out.println(String.format(
                    "%12s  %-20s %12s %12s  %-16s  %s", "seq", "time", "bytes", "content", "state hash", "state"));
        }
        for (final SnapshotStat snapshot : snapshots) {
            out.println(line(snapshot));
        }
        out.send();
        return ExitCodes.OK;
    }

    private static String line(final SnapshotStat snapshot) {
        final JournalException problem = snapshot.problem();
        if (problem != null) {
            return String.format(Locale.ROOT, "%12d  %s", snapshot.seq(), problem.getMessage());
        }
        return String.format(
                Locale.ROOT,
                "%12d  %-20s %12d %12d  %016x  sound",
                snapshot.seq(),
                Instant.ofEpochSecond(0, snapshot.timeNs()).truncatedTo(ChronoUnit.SECONDS),
                snapshot.sizeBytes(),
                snapshot.contentBytes(),
                snapshot.stateHash());
    }
}
