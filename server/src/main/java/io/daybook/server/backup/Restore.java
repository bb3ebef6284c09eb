package io.daybook.server.backup;

import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.Nop;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.recovery.JournalSettings;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogException;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageLock;
import io.daybook.host.storage.StorageLockedException;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.KeyStore;
import io.daybook.sessions.outbox.Histories;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Turns a copy into the folder of a venue again. Results after the backup are lost, so the copy begins a new history:
 * it reuses no number of the lost history, admits no clients until an operator allows them, and switches off keys that
 * may have been ended since. The table in docs/operations.md has the details.
 *
 * <p>If the process is killed between two steps, the next attempt does all of them again, with even higher numbers,
 * because the mark of the copy is removed last.
 */
public final class Restore {
    /** The file that marks a folder as a copy on which no venue has run. */
    static final String MARK = "BACKUP";

    private static final String SERVER = "server";

    private final JournalStorage storage = new FileJournalStorage();
    private final Path data;
    private final @Nullable Path lost;
    private final Clock clock;
    private final List<String> notes = new ArrayList<>();
    private boolean mayHaveBegun;

    private Restore(final Path data, final @Nullable Path lost, final Clock clock) {
        this.data = data;
        this.lost = lost;
        this.clock = clock;
    }

    /**
     * What a restore did, or would do.
     *
     * @param history the number of the new history
     * @param seq the seq of the copy's last command
     * @param notes messages for the operator, a sentence each
     */
    public record Done(long history, long seq, List<String> notes) {}

    /** Returns whether a folder is a copy on which no venue has run since it was made. */
    public static boolean isCopy(final Path data) {
        return Files.exists(data.resolve(MARK));
    }

    /** Marks a copy that is being made. */
    static void mark(final Path part) throws IOException {
        final Path mark = part.resolve(MARK);
        Files.writeString(mark, "a copy: the first start on it is a restore; see daybook restore-backup\n");
        for (final Path path : List.of(mark, part)) {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /**
     * Restores the copy that a venue starts on, without the folder that was lost.
     *
     * @return what the restore did; null if the folder is not a copy
     */
    public static @Nullable Done ofCopy(final Path data, final Clock clock) throws BackupException, IOException {
        return isCopy(data) ? restore(data, null, clock) : null;
    }

    /**
     * Begins a new history in a folder. No process may run on it.
     *
     * @param data the folder of the exchange
     * @param lost the folder that was lost, if some of it is left; null if nothing is left
     * @throws BackupException if the folder is not that of an exchange, is in use, or the lost folder is of another
     *     exchange
     * @throws IOException if a file cannot be read or written
     */
    public static Done restore(final Path data, final @Nullable Path lost, final Clock clock)
            throws BackupException, IOException {
        final Restore restore = new Restore(data, lost, clock);
        return restore.inWords(restore::restore);
    }

    /** Plans what {@link #restore} would do, and changes nothing. */
    public static Done look(final Path data, final @Nullable Path lost, final Clock clock)
            throws BackupException, IOException {
        final Restore restore = new Restore(data, lost, clock);
        return restore.inWords(restore::look);
    }

    /** An operation on the copy. */
    @FunctionalInterface
    private interface Way {
        Done go() throws BackupException, IOException;
    }

    private Done inWords(final Way way) throws BackupException, IOException {
        try {
            return way.go();
        } catch (JournalException | RecoveryFailedException e) {
            throw new BackupException("the copy cannot be restored: " + e.getMessage());
        } catch (StorageLockedException e) {
            throw new BackupException("a process runs on " + data + ": " + e.getMessage());
        }
    }

    private Done look() throws BackupException, IOException {
        final JournalReader reader = JournalReader.open(data);
        notes.addAll(LostFolder.compare(data, lost));
        if (hasKeys()) {
            notes.addAll(RestoredKeys.look(keys(), lostKeys()));
        }
        return new Done(nextHistory(), reader.stat().lastSeq(), List.copyOf(notes));
    }

    private Done restore() throws BackupException, IOException {
        notes.addAll(LostFolder.compare(data, lost)); // first: a wrong folder changes nothing
        final long history = nextHistory(); // reads the journal: a folder without one is refused and stays unchanged
        lock().close(); // so that the folder of a running venue stays unchanged, too
        final long seq = beginMarked(history);
        try (StorageLock lock = lock()) {
            Objects.requireNonNull(lock);
            if (hasKeys()) {
                notes.addAll(RestoredKeys.restore(keys(), lostKeys(), history));
            }
            restartFeed();
            final JournalFolder folder = new JournalFolder(data);
            final Identity identity = Identity.read(storage, folder);
            if (identity == null) {
                throw new BackupException("there is no journal in " + data);
            }
            identity.restored(history, seq).replaceIn(storage, folder);
            audit(history, seq);
            unmark();
        }
        return new Done(history, seq - 1, List.copyOf(notes));
    }

    private StorageLock lock() throws IOException {
        return storage.lock(new JournalFolder(data).lock(), "daybook restore-backup");
    }

    private void unmark() throws IOException {
        storage.delete(data.resolve(MARK));
        storage.forceDirectory(data);
    }

    /**
     * Marks the folder, so that the next start restores it however this process ends, and begins the history. If
     * nothing was written to the journal, a mark that this method made is removed, because it would make the next start
     * a restore.
     */
    private long beginMarked(final long history) throws BackupException, IOException {
        final boolean wasCopy = isCopy(data);
        boolean isBegun = false;
        try {
            mark(data);
            final long seq = begin(history);
            isBegun = true;
            return seq;
        } finally {
            if (!isBegun && !mayHaveBegun && !wasCopy && isCopy(data)) {
                unmark();
            }
        }
    }

    /** The number of the next history: the present time, because no earlier history of any copy has this number. */
    private long nextHistory() {
        return Math.max(TimeUnit.MILLISECONDS.toSeconds(clock.epochMillis()), latestHistory() + 1);
    }

    private long latestHistory() {
        final long own = JournalReader.open(data).history();
        return lost == null ? own : Math.max(own, LostFolder.history(lost));
    }

    /** Adds the command that raises the numbers of all followers; they receive it when they start. */
    private long begin(final long history) throws BackupException {
        final JournalSettings settings =
                JournalSettings.parse(JournalReader.open(data).settings());
        try (Exchange exchange = DaybookExchange.start(
                storage,
                settings.config().topology(Topology.INLINE).journal(data).build())) {
            mayHaveBegun = true;
            final CommandResult result =
                    exchange.submit(new Nop(), 0, Histories.tag(history)).join();
            if (!result.isSuccess()) {
                throw new BackupException("the exchange has refused to begin a history: " + result.code());
            }
            return result.seq();
        }
    }

    private void restartFeed() throws IOException {
        final Path feed = data.resolve(FeedPublisher.FOLDER);
        try {
            for (final Path log : List.of(feed, feed.resolve(FeedPublisher.LEVELS_FOLDER))) {
                if (storage.exists(log.resolve("FEED"))) {
                    final int unused = FeedLog.restart(storage, log);
                }
            }
        } catch (FeedLogException e) {
            notes.add("the sessions of the feed keep their names, and continue with higher numbers: " + e.getMessage());
        }
    }

    private boolean hasKeys() {
        return Files.exists(keys());
    }

    private Path keys() {
        return data.resolve(SERVER).resolve(KeyStore.FILE);
    }

    private @Nullable Path lostKeys() {
        final Path file = lost == null ? null : lost.resolve(SERVER).resolve(KeyStore.FILE);
        return file != null && Files.exists(file) ? file : null;
    }

    private void audit(final long history, final long seq) {
        if (Files.isDirectory(data.resolve(SERVER))) {
            try (AuditTrail trail = new AuditTrail(data.resolve(SERVER), clock)) {
                final String who = System.getProperty("user.name", "?") + " by restore";
                trail.begin(who, "this machine", "restore backup", "history " + history);
                trail.write(who, "this machine", "restore backup", "history " + history, seq);
            }
        }
    }
}
