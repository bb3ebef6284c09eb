package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogException;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.StorageLock;
import io.daybook.host.storage.StorageLockedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook feed restart}: the way out where the feed's log is ahead of the journal. */
@Command(
        name = "restart",
        description = {
            "Begins the sessions of a feed anew: their names count up, and the log of their messages goes.",
            "This is the way out where the feed is ahead of the journal, which means that subscribers were perhaps told"
                    + " of commands that the journal does not have: power was lost with AFTER_WRITE, or an older"
                    + " journal was brought back. All subscribers take a snapshot then.",
            "No exchange may be running on the folder. The nodes of a cluster begin theirs anew by"
                    + " gateway.feed.restarts in their files.",
            ""
        },
        footer = {"", "Example:", "  daybook feed restart ./exchange"})
public final class FeedRestartCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "The folder of the exchange.")
    private Path folder = Path.of("");

    public FeedRestartCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final Path feed = folder.resolve(FeedPublisher.FOLDER);
        if (!Files.isDirectory(feed)) {
            throw new CommandFailure(ExitCodes.USAGE, folder + " has no feed: there is no folder " + feed);
        }
        if (Files.isDirectory(folder.resolve("cluster"))) {
            throw new CommandFailure(
                    ExitCodes.USAGE,
                    folder
                            + " is the folder of a cluster's node, and all nodes must begin the feed anew together:"
                            + " raise gateway.feed.restarts in their files, and start them anew");
        }
        final FileJournalStorage storage = new FileJournalStorage();
        try {
            final int restarts;
            final StorageLock lock = storage.lock(folder.resolve("LOCK"), "daybook feed restart");
            try (lock) {
                restarts = FeedLog.restart(storage, feed);
                final Path levels = feed.resolve(FeedPublisher.LEVELS_FOLDER);
                if (Files.isDirectory(levels)) {
                    FeedLog.restart(storage, levels);
                }
            }
            final Report out = console.report();
            out.println("the feed begins anew at the next start, restart " + restarts);
            out.send();
            return ExitCodes.OK;
        } catch (final StorageLockedException e) {
            throw new CommandFailure(ExitCodes.FATAL, "an exchange is running there: " + e.getMessage());
        } catch (final FeedLogException e) {
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, feed.toString());
        }
    }
}
