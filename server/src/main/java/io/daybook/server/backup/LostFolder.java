package io.daybook.server.backup;

import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogException;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import io.daybook.server.config.ListingFile;
import io.daybook.sessions.outbox.OutboxFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares the lost folder with a copy, as far as the lost folder can be read: it may be damaged. Changes nothing. */
final class LostFolder {
    private static final String SESSIONS = "gateway";
    private static final String SERVER = "server";

    private final JournalStorage storage = new FileJournalStorage();
    private final Path copy;
    private final Path lost;
    private final List<String> lines = new ArrayList<>();

    private LostFolder(final Path copy, final Path lost) {
        this.copy = copy;
        this.lost = lost;
    }

    /**
     * Returns a sentence for each difference; none if there is no lost folder.
     *
     * @throws BackupException if the lost folder belongs to another exchange
     */
    static List<String> compare(final Path copy, final @Nullable Path lost) throws BackupException, IOException {
        if (lost == null) {
            return List.of();
        }
        final LostFolder comparison = new LostFolder(copy, lost);
        comparison.compare();
        return comparison.lines;
    }

    /** The number of the lost folder's history; 0 if that cannot be read. */
    static long history(final Path lost) {
        try {
            return JournalReader.open(lost).history();
        } catch (JournalException e) {
            return 0;
        }
    }

    private void compare() throws BackupException, IOException {
        final JournalReader reader = JournalReader.open(copy);
        try {
            final JournalReader old = JournalReader.open(lost);
            if (!old.exchangeId().equals(reader.exchangeId())) {
                throw new BackupException(lost + " belongs to exchange " + old.exchangeId()
                        + ", but the copy belongs to exchange " + reader.exchangeId());
            }
            lines.add("seq: the copy ends with " + reader.stat().lastSeq() + ", and the lost folder with "
                    + old.stat().lastSeq());
        } catch (JournalException e) {
            lines.add("the journal of the lost folder cannot be read: " + e.getMessage());
        }
        compareSessions();
        compareFeeds();
        if (!text(copy.resolve(SERVER)).equals(text(lost.resolve(SERVER)))) {
            lines.add("listings: " + ListingFile.NAME + " was changed after the backup");
        }
    }

    private void compareSessions() throws IOException {
        final TreeSet<Integer> sessions = new TreeSet<>();
        if (Files.isDirectory(lost.resolve(SESSIONS))) {
            try (Stream<Path> folders = Files.list(lost.resolve(SESSIONS))) {
                folders.map(folder -> folder.getFileName().toString())
                        .filter(name -> name.matches("\\d{1,6}"))
                        .forEach(name -> sessions.add(Integer.parseInt(name)));
            }
        }
        for (final int session : sessions) {
            final long before = lastMessage(copy, session);
            final long after = lastMessage(lost, session);
            if (after > before) {
                lines.add("session " + session + ": messages up to " + after + " were sent, and the copy has "
                        + (before == 0 ? "none" : "them up to " + before));
            }
        }
    }

    private long lastMessage(final Path data, final int session) throws IOException {
        final OutboxFiles outbox = new OutboxFiles(storage, data, session);
        final AtomicLong last = new AtomicLong();
        if (outbox.exists()) {
            outbox.forEach((out, bytes, offset, length) -> last.set(out));
        }
        return last.get();
    }

    private void compareFeeds() throws IOException {
        final Path feed = lost.resolve(FeedPublisher.FOLDER);
        if (!Files.exists(feed.resolve("FEED"))) {
            return;
        }
        try (FeedLog log = FeedLog.openReadOnly(storage, feed)) {
            for (int channel = 0; channel < log.channels(); channel++) {
                lines.add("feed: channel " + channel + ", session " + log.session(channel) + ", had messages up to "
                        + (log.nextNumber(channel) - 1));
            }
        } catch (FeedLogException e) {
            lines.add("the feed of the lost folder cannot be read: " + e.getMessage());
        }
    }

    private static String text(final Path folder) throws IOException {
        final Path file = folder.resolve(ListingFile.NAME);
        return Files.exists(file) ? Files.readString(file) : "";
    }
}
