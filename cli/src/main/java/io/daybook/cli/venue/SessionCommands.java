package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook session}: the sessions of members. Each method is a subcommand. */
@Command(
        name = "session",
        addMethodSubcommands = false,
        description = "Creates the secrets of members, and repairs their sessions.",
        synopsisSubcommandLabel = "COMMAND")
public final class SessionCommands {
    private final Console console;

    public SessionCommands(final Console console) {
        this.console = console;
    }

    @Command(
            name = "secret",
            description = {
                "Creates a secret of 32 random bytes. The first line is for the member, and is shown only this once;"
                        + " the second line goes into members.json, and cannot be used to log in.",
                "Two may be valid at once, as \"secret\":[\"…\",\"…\"]: a member changes to the new one at any time."
            })
    int secret() throws CommandFailure {
        return VenueTasks.secret(console);
    }

    @Command(
            name = "reset",
            description = {
                "Deletes the stored messages of a session, so that the next start makes its stream again from the"
                        + " journal.",
                "This is the way out of AHEAD_OF_JOURNAL, which means that the client has received messages of commands"
                        + " that the journal does not have, because an older journal was restored. Request numbers and"
                        + " order ids do not go back. Inform the member first: the state of its program has to be"
                        + " compared with the exchange by hand.",
                "No venue may be running on the folder."
            },
            footer = {"Example:", "  daybook session reset daybook.toml 17"})
    int reset(
            @Parameters(index = "0", paramLabel = "FILE", description = "The daybook.toml.") final Path file,
            @Parameters(index = "1", paramLabel = "SESSION", description = "The number of the session.")
                    final int session)
            throws CommandFailure {
        return VenueTasks.reset(console, file, session);
    }
}
