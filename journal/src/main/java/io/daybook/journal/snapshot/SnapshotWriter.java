package io.daybook.journal.snapshot;

import io.daybook.host.Clock;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.access.JournalWriter;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.folder.Ownership;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Writes one snapshot, on a background thread. The snapshot is valid only after {@link #commit}: until then it is in a
 * folder that the next start removes, and older snapshots stay untouched.
 */
@SuppressWarnings("exports") // Only the journal itself creates one.
public final class SnapshotWriter implements AutoCloseable {
    private final JournalStorage storage;
    private final JournalFolder folder;
    private final Ownership ownership;
    private final Identity identity;
    private final JournalFingerprint fingerprint;
    private final LongSupplier durableSeq;
    private final Clock clock;
    private final long seq;
    private final Path temporary;
    private final List<SnapshotPartWriter> parts = new ArrayList<>();
    private boolean committed;

    public SnapshotWriter(
            final JournalStorage storage,
            final JournalFolder folder,
            final Ownership ownership,
            final Identity identity,
            final JournalFingerprint fingerprint,
            final LongSupplier durableSeq,
            final Clock clock,
            final long seq)
            throws IOException {
        this.storage = storage;
        this.folder = folder;
        this.ownership = ownership;
        this.identity = identity;
        this.fingerprint = fingerprint;
        this.durableSeq = durableSeq;
        this.clock = clock;
        this.seq = seq;
        this.temporary = folder.temporarySnapshot(seq);
        SnapshotStore.removeDirectory(storage, temporary);
        storage.createDirectory(temporary); // not its parents: if one is missing, the folder was moved or deleted
    }

    /**
     * Begins a part. Several threads may begin parts, and each writes its own.
     *
     * @param name its name: 1 to 64 lower-case letters, digits and dashes
     * @throws JournalException NO_SPACE, IO
     */
    public SnapshotPartWriter part(final String name) {
        if (!SnapshotManifest.isName(name)) {
            throw new IllegalArgumentException(
                    "name must have 1 to 64 lower-case letters, digits and dashes: name=" + name);
        }
        synchronized (parts) {
            if (parts.size() >= SnapshotManifest.MAX_PARTS
                    || parts.stream().anyMatch(part -> part.name().equals(name))) {
                throw new IllegalArgumentException("name must be new, and the parts at most "
                        + SnapshotManifest.MAX_PARTS + ": name=" + name + ", parts=" + parts.size());
            }
            try {
                final Path path = temporary.resolve(name);
                final StorageFile file = storage.create(path);
                boolean begun = false;
                try {
                    final SnapshotPartWriter part =
                            new SnapshotPartWriter(storage, folder, name, path, file, identity, seq);
                    parts.add(part);
                    begun = true;
                    return part;
                } finally {
                    if (!begun) {
                        file.close();
                    }
                }
            } catch (IOException e) {
                throw ownership.explain(IoFailure.of(folder, e));
            }
        }
    }

    /**
     * Drops a part that was begun: the snapshot is completed without it.
     *
     * @throws JournalException IO
     */
    public void drop(final SnapshotPartWriter part) {
        synchronized (parts) {
            parts.remove(part);
        }
        part.close();
        try {
            storage.delete(temporary.resolve(part.name()));
        } catch (IOException e) {
            throw ownership.explain(IoFailure.of(folder, e));
        }
    }

    /** Completes the snapshot; it cannot be abandoned meanwhile. */
    public void commit(final long timeNs, final long stateHash, final long chainAtSeq) {
        commit(timeNs, stateHash, chainAtSeq, () -> {});
    }

    /**
     * Completes the snapshot: reads every part back and checks it, writes the manifest, gives the folder its name. When
     * this returns the snapshot is durable; record it in the journal by {@link JournalWriter#snapMark}.
     *
     * @param timeNs time of the last command in it
     * @param stateHash the hash of the whole state
     * @param chainAtSeq {@link JournalWriter#chainAtWrittenSeq}, taken by the journal's thread when {@code seq} was the
     *     last command appended
     * @param requireNotAbandoned called for each block that is read back; throws to abandon the snapshot
     * @throws IllegalStateException if a part is not finished, or the journal is not forced through {@code seq} yet
     * @throws JournalException CORRUPT if the bytes read back differ from those written; NO_SPACE, IO; NOT_OWNER if the
     *     folder is gone, moved or taken
     */
    public void commit(
            final long timeNs, final long stateHash, final long chainAtSeq, final Runnable requireNotAbandoned) {
        if (durableSeq.getAsLong() < seq) {
            throw new IllegalStateException("the journal must be forced through seq " + seq
                    + " before a snapshot is committed: durableSeq=" + durableSeq.getAsLong());
        }
        final List<SnapshotManifest.Part> finished = new ArrayList<>();
        synchronized (parts) {
            for (SnapshotPartWriter part : parts) {
                final SnapshotManifest.Part done = part.finished();
                if (done == null) {
                    throw new IllegalStateException("a part must be finished before commit: part=" + part.name());
                }
                finished.add(done);
            }
        }
        final SnapshotManifest manifest = new SnapshotManifest(
                identity.exchangeIdHigh(),
                identity.exchangeIdLow(),
                seq,
                timeNs,
                chainAtSeq,
                stateHash,
                fingerprint,
                List.copyOf(finished));
        try {
            writeManifest(manifest);
            SnapshotReader.open(storage, temporary, identity, seq).verify(requireNotAbandoned);
            ownership.checkWithIdentity();
            publish();
            ownership.checkWithIdentity(); // the folder may have been moved meanwhile
        } catch (IOException e) {
            throw ownership.explain(IoFailure.of(folder, e));
        } catch (JournalException e) {
            throw ownership.explain(e);
        }
        committed = true;
    }

    /** Bytes on disk of the parts finished so far. */
    public long sizeBytes() {
        synchronized (parts) {
            long sum = 0;
            for (SnapshotPartWriter part : parts) {
                final SnapshotManifest.Part done = part.finished();
                sum += done == null ? 0 : done.fileLength();
            }
            return sum;
        }
    }

    private void writeManifest(final SnapshotManifest manifest) throws IOException {
        try (StorageFile file = storage.create(temporary.resolve(SnapshotManifest.FILE_NAME))) {
            file.writeFully(ByteBuffer.wrap(manifest.encode()), 0);
            file.force(true);
        }
        storage.forceDirectory(temporary);
    }

    private void publish() throws IOException {
        final Path named = folder.snapshot(seq);
        if (storage.exists(named)) { // a bad snapshot of the same seq, which is never overwritten
            storage.rename(named, JournalFolder.aside(storage, named, "retired", clock));
        }
        storage.rename(temporary, named);
        storage.forceDirectory(folder.snapshots());
    }

    /**
     * Drops the snapshot if it was not committed: closes every part and removes the folder, even if one of these steps
     * fails.
     *
     * @throws JournalException the first failure; the next start removes what is left
     */
    @Override
    public void close() {
        if (committed) {
            return;
        }
        final List<JournalException> failures = new ArrayList<>();
        synchronized (parts) {
            for (SnapshotPartWriter part : parts) {
                try {
                    part.close();
                } catch (JournalException e) {
                    failures.add(e);
                }
            }
        }
        try {
            ownership.check(); // a folder of this name that belongs to another process must stay
            SnapshotStore.removeDirectory(storage, temporary);
        } catch (IOException e) {
            failures.add(IoFailure.of(folder, e));
        } catch (JournalException e) {
            failures.add(e);
        }
        if (!failures.isEmpty()) {
            final JournalException first = failures.get(0);
            failures.subList(1, failures.size()).forEach(first::addSuppressed);
            throw first;
        }
    }
}
