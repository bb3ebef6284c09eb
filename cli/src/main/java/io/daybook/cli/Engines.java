package io.daybook.cli;

import io.daybook.api.RecoveryFailedException;
import io.daybook.core.DaybookExchange;
import io.daybook.journal.JournalException;

/** Where exchanges come from. */
final class Engines {
    private Engines() {}

    /** Exchanges inside this process. */
    static Engine embedded() {
        return (storage, config, listeners) -> {
            try {
                return DaybookExchange.start(storage, config, listeners);
            } catch (final JournalException | RecoveryFailedException e) {
                throw new CommandFailure(
                        ExitCodes.FATAL,
                        "the exchange does not start on " + config.journal() + ": " + e.getMessage() + hint(e));
            } catch (final IllegalArgumentException e) {
                throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
            }
        };
    }

    /** How the settings of a folder are said on the command line. */
    private static String hint(final RuntimeException refusal) {
        if (refusal instanceof JournalException journal
                && journal.reason() == JournalException.Reason.MISMATCH
                && journal.found() != null) {
            return journal.found().contains("margin-trading=off")
                    ? " (margin trading is off there: --no-margin)"
                    : " (margin trading is on there: no --no-margin)";
        }
        return "";
    }
}
