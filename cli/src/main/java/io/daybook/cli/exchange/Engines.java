package io.daybook.cli.exchange;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.RecoveryFailedException;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.ExitCodes;
import io.daybook.core.DaybookExchange;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** Opens exchanges. */
public final class Engines {
    private Engines() {}

    /** Returns an engine for exchanges in this process. */
    public static Engine embedded() {
        return (storage, config, listeners) -> started(config, () -> DaybookExchange.start(storage, config, listeners));
    }

    /**
     * Starts an exchange in this process, with followers, for callers that cannot throw checked exceptions.
     *
     * @throws NotStarted with the reason in the words of the command line
     */
    public static Exchange unchecked(final ExchangeConfig config, final List<Attachment> followers) {
        try {
            return started(config, () -> DaybookExchange.start(new FileJournalStorage(), config, followers));
        } catch (final CommandFailure e) {
            throw new NotStarted(e);
        }
    }

    /** Thrown if an exchange does not start. */
    public static final class NotStarted extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final CommandFailure reason;

        private NotStarted(final CommandFailure reason) {
            super(reason);
            this.reason = reason;
        }

        public CommandFailure reason() {
            return reason;
        }
    }

    /** Starts an exchange, and turns exceptions into failures in the words of the command line. */
    public static Exchange started(final ExchangeConfig config, final Supplier<Exchange> start) throws CommandFailure {
        try {
            return start.get();
        } catch (final JournalException e) {
            final Path folder = Objects.requireNonNull(config.journal());
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    "the exchange does not start on " + folder + ": " + CommandFailure.refusal(e, folder) + hint(e));
        } catch (final RecoveryFailedException e) {
            final Path folder = Objects.requireNonNull(config.journal());
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    "the exchange does not start on " + folder + ": " + CommandFailure.refusal(e, folder));
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        }
    }

    /** Returns a hint to the options of the command line that fit the settings of a folder. */
    private static String hint(final JournalException journal) {
        if (journal.reason() == JournalException.Reason.MISMATCH && journal.found() != null) {
            if (journal.found().contains("reset-allowed=on")) {
                return " (a reset is allowed there, and no command of the command line allows one: open the folder from"
                        + " a program)";
            }
            return journal.found().contains("margin-trading=off")
                    ? " (margin trading is off there: add --no-margin)"
                    : " (margin trading is on there: leave --no-margin out)";
        }
        return "";
    }
}
