package io.daybook.cli.journal;

import io.daybook.api.RecoveryFailedException;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.cli.console.Report;
import io.daybook.core.recovery.SnapshotCheck;
import io.daybook.journal.JournalException;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.access.JournalReader;
import java.nio.file.Path;
import java.util.List;

/** Checks whether an exchange could start from each snapshot. */
record SnapshotVerifyRun(Console console, Path folder) {
    int run(final ProgressOptions progress) throws CommandFailure {
        final List<SnapshotStat> snapshots;
        final long restored;
        try (ReadMeter reading = progress.reading(console, folder)) {
            snapshots = JournalReader.open(reading.storage(), folder).snapshots();
            restored = SnapshotCheck.restoreNewest(reading.storage(), folder);
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        } catch (final RecoveryFailedException e) {
            throw new CommandFailure(ExitCodes.FATAL, folder + ": " + CommandFailure.refusal(e, folder));
        }
        boolean sound = true;
        final Report out = console.report();
        for (final SnapshotStat snapshot : snapshots) {
            final JournalException problem = snapshot.problem();
            if (problem != null) {
                sound = false;
                console.err().println("daybook: snapshot " + snapshot.seq() + ": " + problem.getMessage());
            } else {
                out.println("sound: snapshot " + snapshot.seq() + ", " + snapshot.sizeBytes() + " bytes, state hash "
                        + String.format("%016x", snapshot.stateHash())
                        + (snapshot.seq() == restored ? ", and its restored state has the same hash" : ""));
            }
        }
        if (snapshots.isEmpty()) {
            out.println("no snapshots");
        }
        out.send();
        return sound ? ExitCodes.OK : ExitCodes.FATAL;
    }
}
