package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook feed}: the market data of a folder. Each method is a subcommand. */
@Command(
        name = "feed",
        addMethodSubcommands = false,
        description = "Works on the market data of the exchange in a folder.",
        footer = {
            "Examples:",
            "  daybook feed play ./feed --to 127.0.0.1:15000 --speed 60",
            "  daybook feed restart ./exchange"
        })
public final class FeedCommands {
    private final Console console;

    public FeedCommands(final Console console) {
        this.console = console;
    }

    @Command(
            name = "restart",
            description = {
                "Begins the sessions of a feed anew: their names count up, and the log of their messages goes.",
                "This is the way out where the feed is ahead of the journal, which means that subscribers were perhaps"
                        + " told of commands that the journal does not have: power was lost with AFTER_WRITE, or an"
                        + " older journal was brought back. All subscribers take a snapshot then.",
                "No exchange may be running on the folder. The nodes of a cluster begin theirs anew by"
                        + " gateway.feed.restarts in their files."
            },
            footer = {"Example:", "  daybook feed restart ./exchange"})
    int restart(@Parameters(paramLabel = "DIR", description = "The folder of the exchange.") final Path folder)
            throws CommandFailure {
        return VenueTasks.restartFeed(console, folder);
    }
}
