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
                "Begins the sessions of a feed anew: they get new names, and the log of their messages is deleted.",
                "This is the way out if the feed is ahead of the journal: subscribers may have received messages of"
                        + " commands that the journal does not have, because power failed with AFTER_WRITE, or an older"
                        + " journal was restored. Afterwards all subscribers take a snapshot.",
                "No exchange may be running on the folder. For the nodes of a cluster, raise gateway.feed.restarts in"
                        + " their files instead."
            },
            footer = {"Example:", "  daybook feed restart ./exchange"})
    int restart(@Parameters(paramLabel = "DIR", description = "The folder of the exchange.") final Path folder)
            throws CommandFailure {
        return VenueTasks.restartFeed(console, folder);
    }
}
