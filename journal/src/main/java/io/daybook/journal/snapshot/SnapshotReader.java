package io.daybook.journal.snapshot;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** A snapshot with a valid manifest; its parts are checked as they are read. Any thread. */
@SuppressWarnings("exports") // Only the journal itself creates one.
public final class SnapshotReader {
    private final JournalStorage storage;
    private final Path directory;
    private final SnapshotManifest manifest;

    private SnapshotReader(final JournalStorage storage, final Path directory, final SnapshotManifest manifest) {
        this.storage = storage;
        this.directory = directory;
        this.manifest = manifest;
    }

    /**
     * Opens a snapshot: reads its manifest, and checks that it belongs to the exchange.
     *
     * @throws JournalException CORRUPT, VERSION
     */
    public static SnapshotReader open(
            final JournalStorage storage, final Path directory, final Identity identity, final long seq)
            throws IOException {
        final SnapshotManifest manifest = SnapshotManifest.read(storage, directory);
        if (manifest.exchangeIdHigh() != identity.exchangeIdHigh()
                || manifest.exchangeIdLow() != identity.exchangeIdLow()
                || !manifest.fingerprint().settings().equals(identity.settings())
                || manifest.seq() != seq) {
            throw JournalException.of(
                            JournalException.Reason.CORRUPT, "a snapshot has another exchange, seq or settings")
                    .file(directory.resolve(SnapshotManifest.FILE_NAME))
                    .offset(0)
                    .expected("exchange " + identity.exchangeId() + ", seq " + seq + " with " + identity.settings())
                    .found("exchange " + new java.util.UUID(manifest.exchangeIdHigh(), manifest.exchangeIdLow())
                            + ", seq " + manifest.seq() + " with "
                            + manifest.fingerprint().settings())
                    .wayOut(SnapshotManifest.WAY_OUT)
                    .build();
        }
        return new SnapshotReader(storage, directory, manifest);
    }

    /**
     * Reads every part to its end.
     *
     * @param requireNotAbandoned called before each block; throws to abandon the check
     * @throws JournalException CORRUPT, IO
     */
    public void verify(final Runnable requireNotAbandoned) throws IOException {
        for (SnapshotManifest.Part part : manifest.parts()) {
            final Path path = directory.resolve(part.name());
            if (!storage.exists(path)) {
                throw JournalException.of(JournalException.Reason.CORRUPT, "a part of a snapshot is missing")
                        .file(path)
                        .offset(0)
                        .wayOut(SnapshotManifest.WAY_OUT)
                        .build();
            }
            try (SnapshotPartReader reader = new SnapshotPartReader(storage, path, manifest, part)) {
                boolean more = true;
                while (more) {
                    requireNotAbandoned.run();
                    more = reader.nextBlock();
                }
            }
        }
    }

    /** Seq of the last command in the snapshot, which is the command that requested it. */
    public long seq() {
        return manifest.seq();
    }

    /** Time of that command, ns since the epoch. */
    public long timeNs() {
        return manifest.timeNs();
    }

    public long stateHash() {
        return manifest.stateHash();
    }

    public int semanticsVersion() {
        return manifest.fingerprint().semanticsVersion();
    }

    /** Names of the parts, in the order in which they were begun. */
    public List<String> parts() {
        return manifest.parts().stream().map(SnapshotManifest.Part::name).toList();
    }

    /** Uncompressed bytes of all parts. */
    public long contentBytes() {
        return manifest.parts().stream()
                .mapToLong(SnapshotManifest.Part::contentLength)
                .sum();
    }

    /**
     * Uncompressed bytes of one part.
     *
     * @throws IllegalArgumentException if there is no such part
     */
    public long contentBytes(final String part) {
        for (SnapshotManifest.Part known : manifest.parts()) {
            if (known.name().equals(part)) {
                return known.contentLength();
            }
        }
        throw new IllegalArgumentException("part must be one of " + parts() + ": part=" + part);
    }

    /** Bytes of all parts on disk. */
    public long sizeBytes() {
        return manifest.parts().stream()
                .mapToLong(SnapshotManifest.Part::fileLength)
                .sum();
    }

    /**
     * Opens a part.
     *
     * @throws IllegalArgumentException if there is no such part
     * @throws JournalException CORRUPT, IO
     */
    public SnapshotPartReader open(final String part) {
        for (SnapshotManifest.Part known : manifest.parts()) {
            if (known.name().equals(part)) {
                try {
                    return new SnapshotPartReader(storage, directory.resolve(part), manifest, known);
                } catch (NoSuchFileException e) {
                    throw JournalException.of(
                                    JournalException.Reason.GAP, "a part of a snapshot vanished after it was checked")
                            .file(directory.resolve(part))
                            .wayOut(JournalFolder.READ_AGAIN + "; else an older snapshot is used at the next start")
                            .causedBy(e);
                } catch (IOException e) {
                    throw JournalException.of(JournalException.Reason.IO, "a part can't be opened: " + e)
                            .file(directory.resolve(part))
                            .causedBy(e);
                }
            }
        }
        throw new IllegalArgumentException("part must be one of " + parts() + ": part=" + part);
    }

    public long chainAtSeq() {
        return manifest.chainAtSeq();
    }

    /** The facts in the manifest, with {@link SnapshotStat#problem} null. */
    public SnapshotStat stat() {
        return new SnapshotStat(
                seq(), timeNs(), stateHash(), parts().size(), sizeBytes(), contentBytes(), chainAtSeq(), null);
    }
}
