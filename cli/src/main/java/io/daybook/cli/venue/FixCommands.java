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
                "Shows the reports of a FIX session (8, 9 and r) from the venue's folder, oldest first: the number with"
                        + " which each was sent ('-' if it was not sent), the time of its command, and its fields by"
                        + " name. If a report was sent again under a new number, the new number is shown.",
                "Messages of the session level and answers to queries are not stored, so they are not shown. Nothing is"
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
                "Ends a day for the sessions of FIX: orders that are good for the day (59=0) are cancelled, which is"
                        + " reported to their sessions with 150=C, and ClOrdIDs may be used again.",
                "No venue may be running on the folder: stop the venue, roll, and start it again."
            },
            footer = {"Example:", "  daybook fix roll daybook.toml"})
    int roll(@Parameters(paramLabel = "FILE", description = "The daybook.toml.") final Path file)
            throws CommandFailure {
        return VenueTasks.roll(console, file);
    }
}
