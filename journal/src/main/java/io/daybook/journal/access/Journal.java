package io.daybook.journal.access;

import io.daybook.host.Uninterrupted;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.RecoveryReport;
import io.daybook.journal.ReplayConsumer;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.folder.Ownership;
import io.daybook.journal.follower.FollowerFiles;
import io.daybook.journal.follower.FollowerMark;
import io.daybook.journal.follower.FollowerPlace;
import io.daybook.journal.follower.FollowerPlaces;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.recovery.ClosedMark;
import io.daybook.journal.recovery.SegmentReplay;
import io.daybook.journal.retention.FollowerHolds;
import io.daybook.journal.retention.KeepMarks;
import io.daybook.journal.retention.Retention;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The journal of one exchange, in one folder, owned by one process.
 *
 * <p>{@link #open} takes the lock and recovers the folder ({@link JournalOpening}). {@link #replay} then streams the
 * recovered commands, and {@link #writer} continues after the last one.
 *
 * <p>Opened, replayed and closed by one thread; the writer then belongs to the journal's thread.
 */
public final class Journal implements AutoCloseable {
    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Ownership ownership;
    private final Identity identity;
    private final JournalFingerprint fingerprint;
    private final JournalOptions options;
    private final JournalWriter writer;
    private final @Nullable SnapshotReader snapshot;
    private final List<FollowerPlace> followers;
    private final RecoveryReport report;
    private final KeepMarks marks;
    private final FollowerHolds followerHolds;
    private final Retention retention;

    Journal(
            final JournalStorage storage,
            final JournalFolder folder,
            final Ownership ownership,
            final Identity identity,
            final JournalFingerprint fingerprint,
            final JournalOptions options,
            final JournalWriter writer,
            final @Nullable SnapshotReader snapshot,
            final KeepMarks marks,
            final FollowerHolds followerHolds,
            final List<FollowerPlace> followers,
            final RecoveryReport report) {
        this.storage = storage;
        this.folder = folder;
        this.ownership = ownership;
        this.identity = identity;
        this.fingerprint = fingerprint;
        this.options = options;
        this.writer = writer;
        this.snapshot = snapshot;
        this.followers = followers;
        this.report = report;
        this.marks = marks;
        this.followerHolds = followerHolds;
        this.retention = new Retention(storage, folder, options.retention(), marks);
    }

    /**
     * Opens a journal in the file system. See {@link #open(JournalStorage, Path, JournalOptions, JournalFingerprint)}.
     */
    public static Journal open(
            final Path directory, final JournalOptions options, final JournalFingerprint fingerprint) {
        return open(new FileJournalStorage(), directory, options, fingerprint);
    }

    /**
     * Opens a journal, and creates it if the folder is missing or empty.
     *
     * @param fingerprint the fingerprint of the process that opens it: its settings must be those that the folder was
     *     created with
     * @throws JournalException with the reason; the folder is unchanged, or repaired as far as recovery is permitted to
     */
    public static Journal open(
            final JournalStorage storage,
            final Path directory,
            final JournalOptions options,
            final JournalFingerprint fingerprint) {
        return open(storage, directory, options, fingerprint, fingerprint.settings()::equals);
    }

    /**
     * Opens a journal whose settings are compared by their meaning.
     *
     * @param meanSame tests whether the settings of the folder, as some version wrote them, mean the same as those of
     *     the fingerprint; the folder keeps its own text
     * @throws JournalException with the reason; the folder is unchanged, or repaired as far as recovery is permitted to
     */
    public static Journal open(
            final JournalStorage storage,
            final Path directory,
            final JournalOptions options,
            final JournalFingerprint fingerprint,
            final Predicate<String> meanSame) {
        return open(storage, directory, options, fingerprint, meanSame, List.of());
    }

    /**
     * Opens a journal with followers: recovery starts from a snapshot from which all followers can continue.
     *
     * @param followers the followers that will be attached; see {@link #followers()}
     * @throws JournalException with the reason; GAP if the journal no longer holds what a follower still needs, or ends
     *     before what it has received
     */
    public static Journal open(
            final JournalStorage storage,
            final Path directory,
            final JournalOptions options,
            final JournalFingerprint fingerprint,
            final Predicate<String> meanSame,
            final List<FollowerMark> followers) {
        return open(storage, directory, options, fingerprint, meanSame, followers, null);
    }

    /** Opens a journal; if an origin is given, one that is written from a log elsewhere. */
    static Journal open(
            final JournalStorage storage,
            final Path directory,
            final JournalOptions options,
            final JournalFingerprint fingerprint,
            final Predicate<String> meanSame,
            final List<FollowerMark> followers,
            final @Nullable JournalOrigin origin) {
        final JournalFolder folder = new JournalFolder(directory);
        final Ownership ownership = Ownership.take(storage, folder);
        boolean opened = false;
        try {
            final Journal journal = new JournalOpening(
                            storage, folder, ownership, options, fingerprint, meanSame, followers, origin)
                    .open();
            opened = true;
            return journal;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        } finally {
            if (!opened) {
                release(ownership);
            }
        }
    }

    /**
     * Refuses a folder in which there is no journal yet. Takes no lock and creates nothing.
     *
     * @throws JournalException GAP, IO
     */
    public static void requireExisting(final JournalStorage storage, final Path directory) {
        final JournalFolder folder = new JournalFolder(directory);
        try {
            if (!storage.exists(folder.identity())) {
                throw JournalException.of(
                                JournalException.Reason.GAP, "there is no journal in this folder, but one is required")
                        .file(folder.identity())
                        .wayOut("name the folder that holds IDENTITY; or start once without requiring a journal,"
                                + " to create a new one")
                        .build();
            }
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    private static void release(final Ownership ownership) {
        try {
            ownership.close();
        } catch (IOException e) {
            return; // the exception that ended the opening has the reason
        }
    }

    public RecoveryReport report() {
        return report;
    }

    /** Last seq of the journal when it was opened; 0 if it was empty. */
    public long recoveredSeq() {
        return report.lastSeq();
    }

    /** The id of the exchange, as IDENTITY has it. */
    public String exchangeId() {
        return identity.exchangeId();
    }

    /**
     * Streams the recovered commands, from the start (the snapshot's seq + 1, or 1) to {@link #recoveredSeq}; call it
     * before the writer is used.
     *
     * @throws JournalException GAP or CORRUPT if the files changed since they were scanned, IO
     */
    public void replay(final ReplayConsumer consumer) {
        final long fromSeq = report.snapshotSeq() + 1;
        try {
            new SegmentReplay(storage, folder).replay(fromSeq, recoveredSeq(), consumer);
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /** The file that holds a seq, for messages; the folder of the segments if that file is not known. */
    public Path segmentOf(final long seq) {
        return folder.segmentOf(storage, seq);
    }

    /** The snapshot to start from, checked in full; null if there is none. */
    public @Nullable SnapshotReader snapshot() {
        return snapshot;
    }

    /** Where each follower given to {@link #open} continues, in the order given. */
    public List<FollowerPlace> followers() {
        return followers;
    }

    /**
     * Registers a follower with the folder before it receives anything; from then on retention keeps what it still
     * needs.
     *
     * @param afterSeq the last command before the first one that it receives
     * @throws JournalException NO_SPACE, IO, NOT_OWNER
     */
    public void registerFollower(final String name, final long afterSeq) {
        try {
            ownership.checkWithIdentity();
            new FollowerFiles(storage, folder, identity).register(name, afterSeq);
        } catch (IOException e) {
            throw ownership.explain(IoFailure.of(folder, e));
        }
    }

    /**
     * Begins a snapshot of the state after command {@code seq}, on a background thread.
     *
     * @param seq the seq of the command that requested it
     * @throws JournalException NO_SPACE, IO, or GAP if the folder of the snapshots is gone: the journal may be used
     *     after these; NOT_OWNER: it must not be used
     */
    public SnapshotWriter beginSnapshot(final long seq) {
        if (seq < 1) {
            throw new IllegalArgumentException("seq must be at least 1: seq=" + seq);
        }
        try {
            ownership.checkWithIdentity();
            return new SnapshotWriter(
                    storage, folder, ownership, identity, fingerprint, writer::durableSeq, options.clock(), seq);
        } catch (NoSuchFileException e) {
            throw ownership.explain(
                    JournalException.of(JournalException.Reason.GAP, "the folder of the snapshots is gone")
                            .file(folder.snapshots())
                            .wayOut("put the folder back, with its snapshots; the next snapshot tries again")
                            .causedBy(e));
        } catch (IOException e) {
            throw ownership.explain(IoFailure.of(folder, e));
        }
    }

    /**
     * Applies retention for a journal without followers that keep their state elsewhere; the run cannot be abandoned.
     */
    public List<String> retain(final long nowNs) {
        return retain(nowNs, Map.of(), () -> {});
    }

    /**
     * Deletes everything that no option, mark or registered follower needs any more; nothing while there are too few
     * good snapshots, and nothing with {@link JournalOptions.Builder#retainAll}. First checks in full the snapshots
     * that it relies on. Runs on the background thread that writes snapshots.
     *
     * @param nowNs the wall clock, for {@link JournalOptions.Builder#keepAgeNs}
     * @param followerMarks the marks of followers that keep their state elsewhere, by name: the first seq that they
     *     still need
     * @param requireNotAbandoned called for each block of a snapshot that is checked; throws to abandon the run before
     *     anything is deleted
     * @return a line for each thing deleted
     * @throws JournalException IO; what was deleted by then was superfluous; CORRUPT or VERSION if a mark cannot be
     *     read, or NOT_OWNER: nothing was deleted
     */
    public List<String> retain(
            final long nowNs, final Map<String, Long> followerMarks, final Runnable requireNotAbandoned) {
        if (options.retention().retainAll()) {
            return List.of();
        }
        try {
            ownership.checkWithIdentity();
            ClosedMark.remove(storage, folder);
            final SnapshotStore snapshots = new SnapshotStore(storage, folder, identity, requireNotAbandoned);
            final FollowerFiles files = new FollowerFiles(storage, folder, identity);
            final Set<Long> followers = FollowerPlaces.neededSnapshots(
                    files, followerMarks, snapshots, options.retention().keepSnapshots());
            final List<String> deleted = retention.run(nowNs, followers, snapshots);
            marks.held();
            followerHolds.held(followerMarks);
            return deleted;
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    /** The marks of consumers that still need commands of this journal. Any thread. */
    public KeepMarks marks() {
        return marks;
    }

    /** What the registered followers still need. {@link FollowerHolds#lastHeld} may be called by any thread. */
    public FollowerHolds followerHolds() {
        return followerHolds;
    }

    /** The only writer of this journal; it belongs to the journal's thread. */
    public JournalWriter writer() {
        return writer;
    }

    /**
     * Closes the writer, without a force, and releases the folder. If everything appended is forced, the file CLOSED
     * records where the journal ends, unless the disk is too full for it.
     *
     * @throws JournalException IO; NOT_OWNER if the folder was taken, moved or deleted meanwhile
     */
    @Override
    public void close() {
        Uninterrupted.run(this::closeFiles);
    }

    private void closeFiles() {
        try (ownership;
                writer) { // the locks are released last
            leaveClosedMark();
        } catch (IOException e) {
            throw IoFailure.of(folder, e);
        }
    }

    private void leaveClosedMark() throws IOException {
        if (!writer.isForced()) {
            return;
        }
        final ClosedMark mark = new ClosedMark(
                identity.exchangeIdHigh(), identity.exchangeIdLow(), writer.writtenSeq(), writer.chainAtWrittenSeq());
        try {
            // A mark in a folder that another process has taken would contradict what that process has answered.
            ownership.checkWithIdentity();
            mark.leave(storage, folder);
        } catch (IOException e) {
            if (!IoFailure.isNoSpace(storage, folder, FrameDescriptor.SECTOR_LENGTH, e)) {
                throw e;
            }
        }
    }
}
