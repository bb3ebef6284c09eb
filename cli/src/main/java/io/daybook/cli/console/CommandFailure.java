package io.daybook.cli.console;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.RecoveryFailedException;
import io.daybook.flow.NamedLines;
import io.daybook.journal.JournalException;
import io.daybook.venue.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Thrown if a command cannot continue, for a reason that fits on one line. It has no stack trace. */
public final class CommandFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public CommandFailure(final int exitCode, final String message) {
        super(message, null, false, false);
        this.exitCode = exitCode;
    }

    /** Creates the failure for a file that cannot be read or written. */
    public static CommandFailure of(final IOException e, final String file) {
        if (e instanceof StandardOutput.Failure) {
            return new CommandFailure(ExitCodes.FATAL, describe(e)); // the input was not the cause
        }
        return new CommandFailure(ExitCodes.USAGE, Failures.describe(e, file));
    }

    /** Creates the failure for lines of a file that cannot be read. */
    public static CommandFailure of(final NamedLines.Failure e) {
        return of(e.reason(), e.file());
    }

    /** Creates the failure for a journal that cannot be read or is refused. */
    public static CommandFailure of(final JournalException e, final Path folder) {
        if (e.reason() == JournalException.Reason.GAP && !Files.exists(folder)) {
            return new CommandFailure(ExitCodes.USAGE, folder + ": there is no such folder");
        }
        return new CommandFailure(ExitCodes.FATAL, folder + ": " + refusal(e, folder));
    }

    /** Returns why a journal is refused, with the command line that is the last resort. */
    public static String refusal(final JournalException e, final Path folder) {
        return e.getMessage()
                + (e.truncateAtSeq() == JournalException.NO_SEQ ? "" : truncation(folder, e.truncateAtSeq()));
    }

    /** Returns why the commands of a journal cannot be replayed, with the command line that is the last resort. */
    public static String refusal(final RecoveryFailedException e, final Path folder) {
        return e.getMessage() + (e.cutSeq() == RecoveryFailedException.NO_SEQ ? "" : truncation(folder, e.cutSeq()));
    }

    private static String truncation(final Path folder, final long atSeq) {
        return ": daybook journal truncate " + folder + " --at " + atSeq + " --i-accept-loss";
    }

    /**
     * Creates the failure for a thread that has run out of memory, or a system that gives no more files.
     *
     * @param where the work that was in progress, and its progress
     */
    public static CommandFailure of(final VirtualMachineError e, final String where) {
        if (!(e instanceof OutOfMemoryError)) {
            return new CommandFailure(ExitCodes.FATAL, "the virtual machine gave up: " + describe(e) + where);
        }
        final long heapMb = Runtime.getRuntime().maxMemory() >> 20;
        return new CommandFailure(
                ExitCodes.FATAL,
                "out of memory: " + describe(e) + ", with a heap of at most " + heapMb + " MB" + where
                        + "; give it more memory, for instance DAYBOOK_OPTS=-Xmx" + 2 * Math.max(heapMb, 1) + "m");
    }

    /** Throws if an exchange failed while it was closed, for instance because the disk failed at the last force. */
    public static void throwIfFailed(final Exchange closed) throws CommandFailure {
        if (closed.state() != ExchangeState.FAILED) {
            return;
        }
        try {
            closed.submit(new Nop()).join();
        } catch (final ExchangeClosedException e) {
            final Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    "the exchange stopped while it closed: " + describe(cause) + System.lineSeparator()
                            + "Results that were sent before they were forced may be lost if the power fails; see:"
                            + " daybook restore");
        }
    }

    public int exitCode() {
        return exitCode;
    }

    /** Describes a failure on one line: its kind and its message. */
    public static String describe(final Throwable failure) {
        return Failures.describe(failure);
    }
}
