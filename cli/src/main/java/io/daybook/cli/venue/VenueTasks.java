package io.daybook.cli.venue;

import io.daybook.cli.config.ConfigFiles;
import io.daybook.cli.config.ServerFiles;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.cli.exchange.Engines;
import io.daybook.config.ConfigException;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogException;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.config.VenueFile;
import io.daybook.gateway.fix.SessionDump;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.StorageLock;
import io.daybook.host.storage.StorageLockedException;
import io.daybook.server.FolderHistory;
import io.daybook.server.StartException;
import io.daybook.server.config.ServerSettings;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.venue.StoppedVenue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The tasks on the folder of a venue. They are in a class of their own, so that commands can be described without the
 * venue's classes.
 */
final class VenueTasks {
    private VenueTasks() {}

    static int secret(final Console console) throws CommandFailure {
        final byte[] random = new byte[Secret.RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        final Secret.Fresh fresh = Secret.make(random);
        final Report out = console.report();
        out.println("secret:       " + fresh.text());
        out.println("members.json: \"secret\":\"" + fresh.kept().kept() + "\"");
        out.send();
        return ExitCodes.OK;
    }

    static int reset(final Console console, final Path file, final int session) throws CommandFailure {
        try {
            final Path data =
                    ServerFiles.read(file, ServerFiles.inputs(List.of())).data();
            final int epoch = StoppedVenue.resetSession(data, session, "daybook session reset");
            final Report out = console.report();
            out.println("session " + session + ": its stream is made again at the next start, epoch " + epoch);
            out.send();
            return ExitCodes.OK;
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        } catch (final StartException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final StorageLockedException e) {
            throw new CommandFailure(ExitCodes.FATAL, "a venue is running there: " + e.getMessage());
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final UncheckedIOException e) {
            throw CommandFailure.of(Objects.requireNonNull(e.getCause()), file.toString());
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
    }

    static int dump(final Console console, final Path file, final int session, final boolean isRaw)
            throws CommandFailure {
        try {
            final VenueFile<?> config = ServerFiles.read(file, ServerFiles.inputs(List.of()));
            final Path members = config.members();
            if (members == null) {
                throw new IllegalArgumentException(
                        file + ": members: is missing, so no session has ever received a message");
            }
            final SessionSettings settings = MembersReader.read(members).sessions().stream()
                    .filter(each -> each.session() == session)
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("session must be one of " + members + ": session=" + session));
            final Report out = console.report();
            new SessionDump(
                            new FileJournalStorage(),
                            config.data(),
                            FolderHistory.of(config.data()),
                            new FixListings(config.listings(), Map.of()),
                            settings)
                    .forEachLine(isRaw, out::println);
            out.send();
            return ExitCodes.OK;
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
    }

    static int roll(final Console console, final Path file) throws CommandFailure {
        try {
            final VenueFile<ServerSettings> config = ServerFiles.read(file, ServerFiles.inputs(List.of()));
            CommandFailure.throwIfFailed(
                    StoppedVenue.endDay(config, followers -> Engines.unchecked(config.exchange(), followers)));
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        } catch (final Engines.NotStarted e) {
            throw e.reason();
        } catch (final StartException e) {
            throw new CommandFailure(e.isUsage() ? ExitCodes.USAGE : ExitCodes.FATAL, file + ": " + e.getMessage());
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
        final Report out = console.report();
        out.println("the day is over: orders for the day are cancelled, and ClOrdIDs may be used again");
        out.send();
        return ExitCodes.OK;
    }

    static int restartFeed(final Console console, final Path folder) throws CommandFailure {
        final Path feed = folder.resolve(FeedPublisher.FOLDER);
        if (!Files.isDirectory(feed)) {
            throw new CommandFailure(ExitCodes.USAGE, folder + " has no feed: there is no folder " + feed);
        }
        if (Files.isDirectory(folder.resolve("cluster"))) {
            throw new CommandFailure(
                    ExitCodes.USAGE,
                    folder
                            + " is the folder of a cluster's node, and all nodes must restart the feed together: raise"
                            + " gateway.feed.restarts in their files, and start them again");
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
            out.println("the feed begins anew at the next start, as restart number " + restarts);
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
