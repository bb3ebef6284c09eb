package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook fix}: the FIX sessions of a venue. Each method is a subcommand. */
@Command(
        name = "fix",
        addMethodSubcommands = false,
        description = "Works on the FIX sessions of a venue.",
        footer = {"Examples:", "  daybook fix dump daybook.toml 17", "  daybook fix roll daybook.toml"})
public final class FixCommands {
    private final Console console;

    public FixCommands(final Console console) {
        this.console = console;
    }

    @Command(
            name = "dump",
            description = {
                "Shows the reports of a FIX session (8, 9 and r) as the venue's folder has them, oldest first: the"
                        + " number"
                        + " each was sent with ('-' where it has not been), the time of its command, and its fields by"
                        + " name. Numbers are those sent last: a report that went out again under a new one shows"
                        + " that.",
                "Messages of the session level and answers to queries are not kept, so they are not shown. Nothing is"
                        + " changed; the venue may be running."
            },
            footer = {
                "Examples:",
                "  daybook fix dump daybook.toml 17",
                "  daybook fix dump daybook.toml 17 --raw | grep '|11=A1|'"
            })
    int dump(
            @Parameters(index = "0", paramLabel = "FILE", description = "The daybook.toml.") final Path file,
            @Parameters(index = "1", paramLabel = "SESSION", description = "The number of the session.")
                    final int session,
            @Option(names = "--raw", description = "Messages as they are sent, with | between the fields.")
                    final boolean isRaw)
            throws CommandFailure {
        return VenueTasks.dump(console, file, session, isRaw);
    }

    @Command(
            name = "roll",
            description = {
                "Ends a day for the sessions of FIX: orders that are good for the day (59=0) are cancelled, which their"
                        + " sessions hear as 150=C, and ClOrdIDs may be used again.",
                "No venue may be running on the folder: stop it, roll, and start it again."
            },
            footer = {"Example:", "  daybook fix roll daybook.toml"})
    int roll(@Parameters(paramLabel = "FILE", description = "The daybook.toml.") final Path file)
            throws CommandFailure {
        return VenueTasks.roll(console, file);
    }
}
