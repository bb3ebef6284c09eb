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
        description = "Makes the secrets of members, and puts their sessions right.",
        synopsisSubcommandLabel = "COMMAND")
public final class SessionCommands {
    private final Console console;

    public SessionCommands(final Console console) {
        this.console = console;
    }

    @Command(
            name = "secret",
            description = {
                "Makes a secret of 32 random bytes. The first line is for the member, and is shown this once; the"
                        + " second"
                        + " goes into members.json, and nobody can log in with it.",
                "Two may be valid at once, as \"secret\":[\"…\",\"…\"]: a member changes to the new one when it likes."
            })
    int secret() throws CommandFailure {
        return VenueTasks.secret(console);
    }

    @Command(
            name = "reset",
            description = {
                "Forgets what a session was told, so that the next start makes its stream again from the journal.",
                "This is the way out of AHEAD_OF_JOURNAL, which means that the client was told of commands that the"
                        + " journal does not have: an older journal was brought back. Request numbers and order ids do"
                        + " not go back by it. Tell the member first: its program has to be compared with the exchange"
                        + " by hand.",
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
