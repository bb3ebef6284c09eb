package io.daybook.journal.access;

import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.ReadPass;
import io.daybook.journal.ReadProgress;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.snapshot.SnapshotManifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Forwards to another storage, and reports how far the segments and snapshots of one folder are read. A file counts as
 * done once it is closed: the unused part at its end need not be read.
 *
 * <p>Any thread may read; passes make sense only if readers do not overlap. Files opened for writing are not metered.
 */
public final class MeteredStorage extends ForwardingStorage {
    private final JournalFolder folder;
    private final ReadProgress progress;
    private final Map<Path, Integer> begun = new HashMap<>();
    private final Set<Path> opened = new HashSet<>();
    private @Nullable Path directory;
    private long lastSeq = Long.MAX_VALUE;
    private long doneBytes;
    private ReadPass pass = new ReadPass(0, 0, 0);

    private volatile boolean stopped;

    /**
     * Creates a storage that meters reads from now on.
     *
     * @param root the folder of the journal
     */
    public MeteredStorage(final JournalStorage storage, final Path root, final ReadProgress progress) {
        super(storage);
        this.folder = new JournalFolder(root);
        this.progress = progress;
    }

    /** Ends the next passes through segments at the one that holds a seq. Any thread. */
    public synchronized void upTo(final long seq) {
        lastSeq = seq;
    }

    /** Stops reporting. Any thread. */
    public void stop() {
        stopped = true;
    }

    @Override
    public synchronized StorageFile openReadOnly(final Path path) throws IOException {
        final StorageFile file = super.openReadOnly(path);
        final Path parent = path.getParent();
        if (stopped || parent == null || !(isSegment(path) || isPart(path))) {
            return file;
        }
        try {
            if (!parent.equals(directory) || opened.contains(path)) {
                begin(parent, path);
            }
            opened.add(path);
            return new MeteredFile(file);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private boolean isSegment(final Path path) {
        return folder.journal().equals(path.getParent()) && path.toString().endsWith(JournalFolder.SEGMENT_SUFFIX);
    }

    private boolean isPart(final Path path) {
        final Path parent = path.getParent();
        return parent != null
                && folder.snapshots().equals(parent.getParent())
                && !parent.getFileName().toString().startsWith(JournalFolder.TEMPORARY_PREFIX)
                && !path.endsWith(SnapshotManifest.FILE_NAME);
    }

    private void begin(final Path parent, final Path first) throws IOException {
        final boolean isSegment = isSegment(first);
        final long totalBytes = isSegment ? lengthOfSegments(first) : lengthOfParts(parent);
        final long seq = isSegment ? 0 : Long.parseLong(parent.getFileName().toString());
        directory = parent;
        opened.clear();
        doneBytes = 0;
        pass = new ReadPass(seq, begun.merge(parent, 1, Integer::sum), totalBytes);
        progress.onRead(pass, 0);
    }

    private long lengthOfSegments(final Path first) throws IOException {
        long bytes = 0;
        for (long firstSeq : folder.segments(this, 0, lastSeq)) {
            final Path path = folder.segment(firstSeq);
            if (path.compareTo(first) >= 0) {
                bytes += length(path);
            }
        }
        return bytes;
    }

    private long lengthOfParts(final Path snapshot) throws IOException {
        long bytes = 0;
        for (String name : list(snapshot)) {
            final Path path = snapshot.resolve(name);
            if (isPart(path)) {
                bytes += length(path);
            }
        }
        return bytes;
    }

    private long length(final Path path) throws IOException {
        try (StorageFile file = super.openReadOnly(path)) {
            return file.length();
        } catch (NoSuchFileException e) {
            return 0; // retired by its owner since the folder was listed
        }
    }

    /** A file that is read from its start to its end. */
    private final class MeteredFile extends ForwardingFile {
        private final long beforeBytes = doneBytes;

        MeteredFile(final StorageFile file) {
            super(file);
        }

        @Override
        public int read(final ByteBuffer target, final long position) throws IOException {
            final int count = super.read(target, position);
            report(position + count);
            return count;
        }

        private void report(final long bytes) {
            synchronized (MeteredStorage.this) {
                if (!stopped && beforeBytes + bytes > doneBytes) {
                    doneBytes = beforeBytes + bytes;
                    progress.onRead(pass, doneBytes);
                }
            }
        }

        @Override
        public void close() throws IOException {
            try {
                report(length());
            } finally {
                super.close();
            }
        }
    }
}
