package io.daybook.cli.venue;

import io.daybook.api.AuditReport;
import io.daybook.api.Exchange;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.RecoverySummary;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.JsonReport;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.cli.console.Report;
import io.daybook.cli.exchange.Engine;
import io.daybook.core.recovery.JournalSettings;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Recovers the exchange of a folder, and reports the result. */
public record RecoveryRun(Console console, Path folder) {
    /** Recovers an exchange as a start would, and prints the result. */
    public int restore(final Engine engine, final boolean json, final ProgressOptions progress) throws CommandFailure {
        // Reads the settings before the start, because a start would create a new journal in an empty folder.
        final JournalSettings settings;
        try {
            settings = JournalSettings.parse(JournalReader.open(folder).settings());
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        }
        final Exchange exchange = start(engine, settings, progress);
        try {
            final String hash = exchange.query(new StateHashQuery()).join().hex();
            if (json) {
                JsonReport.restored(console, exchange.recovery(), hash);
            } else {
                print(exchange.recovery(), hash);
            }
        } finally {
            exchange.close();
        }
        CommandFailure.throwIfFailed(exchange);
        return ExitCodes.OK;
    }

    private Exchange start(final Engine engine, final JournalSettings settings, final ProgressOptions progress)
            throws CommandFailure {
        try (ReadMeter reading = progress.reading(console, folder)) {
            return engine.start(
                    reading.storage(),
                    settings.config().topology(Topology.INLINE).journal(folder).build());
        }
    }

    /** Returns the source of a recovery in words: its snapshot and the replayed commands. */
    private static String source(final RecoverySummary recovery) {
        return (recovery.snapshotSeq() == 0
                        ? "the start of the journal"
                        : "the snapshot at seq " + recovery.snapshotSeq())
                + ", " + recovery.replayed() + " commands replayed from " + recovery.segments()
                + (recovery.segments() == 1 ? " segment" : " segments");
    }

    private void print(final RecoverySummary recovery, final String hash) throws CommandFailure {
        final Report out = console.report();
        out.println("seq: " + recovery.lastSeq());
        out.println("recovered from: " + source(recovery));
        if (recovery.notes().isEmpty()) {
            out.println("truncated tail: none");
        }
        for (final String note : recovery.notes()) {
            out.println((note.startsWith("TORN") ? "truncated tail: " : "note: ") + note);
        }
        out.println(String.format(
                Locale.ROOT, "time: %.3f s", (double) recovery.elapsedNs() / TimeUnit.SECONDS.toNanos(1)));
        out.println("state hash: " + hash);
        out.send();
    }

    /** Recovers the state into memory and checks that its books balance. */
    public int audit(final boolean json, final ProgressOptions progress) throws CommandFailure {
        final RecoveredState state;
        try (ReadMeter reading = progress.reading(console, folder)) {
            state = RecoveredState.readOnly(reading.storage(), folder);
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        } catch (final RecoveryFailedException e) {
            throw new CommandFailure(ExitCodes.FATAL, folder + ": " + CommandFailure.refusal(e, folder));
        }
        final AuditReport audit = state.engine().audit();
        final String hash = String.format("%016x", state.engine().stateHash());
        if (json) {
            JsonReport.audited(console, audit, state.summary(), hash);
        } else {
            print(audit, state.summary(), hash);
        }
        return audit.isBalanced() ? ExitCodes.OK : ExitCodes.FATAL;
    }

    private void print(final AuditReport audit, final RecoverySummary recovery, final String hash)
            throws CommandFailure {
        final Report out = console.report();
        out.println("seq: " + audit.seq());
        out.println("recovered from: " + source(recovery));
        recovery.notes().forEach(note -> out.println("note: " + note));
        out.println("checked: " + audit.users() + " users, " + audit.orders() + " live orders");
        audit.violations().forEach(violation -> out.println("violation: " + violation));
        out.println(audit.isBalanced() ? "balanced" : "NOT balanced");
        out.println("state hash: " + hash);
        out.send();
    }
}
