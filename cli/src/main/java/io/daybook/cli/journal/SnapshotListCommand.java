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
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook snapshot list}: which there are. */
@Command(
        name = "list",
        description = {"Lists the snapshots of a folder, oldest first: seq, time, bytes, state hash, whether sound.", ""
        },
        footer = {"", "Example:", "  daybook snapshot list ./exchange"})
public final class SnapshotListCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "The folder of the journal.")
    private Path folder = Path.of("");

    @Option(names = "--json", description = "One JSON object on one line, for programs.")
    private boolean json;

    @Mixin
    private ProgressOptions progress = new ProgressOptions();

    public SnapshotListCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final List<SnapshotStat> snapshots;
        try (ReadMeter reading = progress.reading(console, folder)) {
            snapshots = JournalReader.open(reading.storage(), folder).snapshots();
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        if (json) {
            return report(snapshots);
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

    private int report(final List<SnapshotStat> snapshots) throws CommandFailure {
        try {
            JsonReport.snapshots(console.out(), snapshots);
            return ExitCodes.OK;
        } catch (final IOException e) {
            throw CommandFailure.of(e, "standard output");
        }
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
