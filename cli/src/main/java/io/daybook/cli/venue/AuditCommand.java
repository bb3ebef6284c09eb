package io.daybook.cli.venue;

import io.daybook.api.AuditReport;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.RecoverySummary;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.JsonReport;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.cli.console.Report;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.journal.JournalException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook audit}: whether the books of account of a folder balance. */
@Command(
        name = "audit",
        description = {
            "Recovers the state of a journal into memory and checks that its books balance: money is neither made nor"
                    + " lost, what is held is what live orders need, as many lots are long as short, every order book"
                    + " is in order.",
            "It takes no lock and changes nothing, also while an exchange is running there; a torn end is left out.",
            ""
        },
        footer = {
            "",
            "Example:",
            "  daybook audit ./exchange",
            "",
            "Exit status: 0 when all is well; 3 when something does not balance, or the journal is refused."
        })
public final class AuditCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "The folder of the journal.")
    private Path folder = Path.of("");

    @Option(names = "--json", description = "One JSON object on one line, for programs.")
    private boolean json;

    @Mixin
    private ProgressOptions progress = new ProgressOptions();

    public AuditCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
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
            report(audit, state.summary(), hash);
        } else {
            print(audit, state.summary(), hash);
        }
        return audit.isBalanced() ? ExitCodes.OK : ExitCodes.FATAL;
    }

    private void report(final AuditReport audit, final RecoverySummary recovery, final String hash)
            throws CommandFailure {
        try {
            JsonReport.audited(console.out(), audit, recovery, hash);
        } catch (final IOException e) {
            throw CommandFailure.of(e, "standard output");
        }
    }

    private void print(final AuditReport audit, final RecoverySummary recovery, final String hash)
            throws CommandFailure {
        final Report out = console.report();
        out.println("seq: " + audit.seq());
        out.println("recovered from: " + RestoreCommand.source(recovery));
        recovery.notes().forEach(note -> out.println("note: " + note));
        out.println("looked at: " + audit.users() + " users, " + audit.orders() + " live orders");
        audit.violations().forEach(violation -> out.println("violation: " + violation));
        out.println(audit.isBalanced() ? "balanced" : "NOT balanced");
        out.println("state hash: " + hash);
        out.send();
    }
}
