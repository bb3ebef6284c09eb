package io.daybook.feed.log;

import io.daybook.feed.FeedFold;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a feed and the number of its restarts: the file {@code FEED}, one line of text. A second file,
 * {@code AHEAD}, exists while the log is ahead of its journal.
 */
record FeedIdentity(UUID exchange, int channels, int restart) {
    private static final String NAME = "FEED";
    private static final String NEW_NAME = "FEED.new";
    private static final String AHEAD = "AHEAD";
    private static final int MAX_LENGTH = 256;
    private static final int MAX_RESTART = 0xFF;
    private static final Pattern LINE =
            Pattern.compile("feed 1 exchange ([0-9a-f-]{36}) channels (\\d{1,2}) restart (\\d{1,3})\n");

    /** @param restarts the number of restarts, if the caller has it; negative to take the number of the folder */
    static FeedIdentity open(
            final JournalStorage storage,
            final Path folder,
            final UUID exchange,
            final int channels,
            final int restarts)
            throws IOException {
        if (channels < 1 || channels > FeedFold.MAX_CHANNELS) {
            throw new IllegalArgumentException(
                    "channels must be from 1 to " + FeedFold.MAX_CHANNELS + ": channels=" + channels);
        }
        final FeedIdentity found = read(storage, folder);
        if (found == null) {
            final FeedIdentity first = new FeedIdentity(exchange, channels, Math.max(restarts, 0));
            first.write(storage, folder);
            return first;
        }
        if (!found.exchange.equals(exchange)) {
            throw new FeedLogException(
                    FeedLogException.Reason.OTHER_FEED,
                    "the feed log belongs to exchange " + found.exchange + ", not to " + exchange + ": " + folder
                            + "; delete the folder, if it was copied here");
        }
        if (found.channels != channels) {
            throw new FeedLogException(
                    FeedLogException.Reason.OTHER_FEED,
                    "channels must be " + found.channels + ", as in the feed of this folder: channels=" + channels
                            + ", folder " + folder);
        }
        if (restarts >= 0 && restarts < found.restart) {
            throw new FeedLogException(
                    FeedLogException.Reason.OTHER_FEED,
                    "restarts must not go back, and the feed of this folder was restarted " + found.restart
                            + " times: restarts=" + restarts + ", folder " + folder);
        }
        return restarts > found.restart ? found.anew(storage, folder, restarts) : found;
    }

    /** Raises the number of restarts; opening the log then deletes the segments of earlier ones. */
    private FeedIdentity anew(final JournalStorage storage, final Path folder, final int restarts) throws IOException {
        final FeedIdentity next = new FeedIdentity(exchange, channels, restarts);
        next.write(storage, folder);
        storage.delete(folder.resolve(AHEAD));
        storage.forceDirectory(folder);
        return next;
    }

    static @Nullable FeedIdentity read(final JournalStorage storage, final Path folder) throws IOException {
        final Path path = folder.resolve(NAME);
        if (!storage.exists(path)) {
            return null;
        }
        final byte[] bytes = new byte[MAX_LENGTH];
        final int length;
        try (StorageFile file = storage.openReadOnly(path)) {
            length = file.readFully(ByteBuffer.wrap(bytes), 0);
        }
        final Matcher line = LINE.matcher(new String(bytes, 0, length, StandardCharsets.UTF_8));
        if (!line.matches()) {
            throw new FeedLogException(
                    FeedLogException.Reason.CORRUPT,
                    "the identity of the feed log is damaged, or of another version: " + path
                            + "; delete the folder: the log is made again from the newest snapshot on");
        }
        return new FeedIdentity(
                UUID.fromString(line.group(1)), Integer.parseInt(line.group(2)), Integer.parseInt(line.group(3)));
    }

    /** Writes the file; durable when it returns. */
    private void write(final JournalStorage storage, final Path folder) throws IOException {
        final String line = "feed 1 exchange " + exchange + " channels " + channels + " restart " + restart + "\n";
        writeFile(storage, folder, NEW_NAME, line);
        storage.rename(folder.resolve(NEW_NAME), folder.resolve(NAME));
        storage.forceDirectory(folder);
    }

    private static void writeFile(final JournalStorage storage, final Path folder, final String name, final String text)
            throws IOException {
        final Path path = folder.resolve(name);
        storage.delete(path);
        try (StorageFile file = storage.create(path)) {
            file.writeFully(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
            file.force(true);
        }
    }

    static boolean isAhead(final JournalStorage storage, final Path folder) throws IOException {
        return storage.exists(folder.resolve(AHEAD));
    }

    static void markAhead(final JournalStorage storage, final Path folder) throws IOException {
        writeFile(
                storage,
                folder,
                AHEAD,
                "The feed log is ahead of the journal: 'daybook feed restart' gives the feed's sessions new names\n");
        storage.forceDirectory(folder);
    }

    static int restart(final JournalStorage storage, final Path folder) throws IOException {
        final FeedIdentity found = read(storage, folder);
        if (found == null) {
            throw new FeedLogException(
                    FeedLogException.Reason.OTHER_FEED, "there is no feed log to restart: " + folder);
        }
        if (found.restart == MAX_RESTART) {
            throw new FeedLogException(
                    FeedLogException.Reason.OTHER_FEED,
                    "a feed can be restarted " + MAX_RESTART + " times, and this feed was restarted that often: "
                            + folder);
        }
        return found.anew(storage, folder, found.restart + 1).restart;
    }

    String session(final int channel) {
        final String id = exchange.toString().substring(0, 6);
        return String.format(Locale.ROOT, "%s%02x%02x", id, restart, channel);
    }
}
