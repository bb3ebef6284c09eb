package io.daybook.journal;

import io.daybook.journal.storage.JournalStorage;
import io.daybook.journal.storage.StorageFile;
import io.daybook.journal.storage.StorageLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Another storage, and somebody who is told how far the segments and snapshots of one folder are read. A file is done once it is
 * closed: what is unused behind its end need not be read.
 *
 * <p>Read by one thread until {@link #stop}, by any afterwards. Files that are open for writing are the other storage's own.
 */
public final class MeteredStorage implements JournalStorage {
    private final JournalStorage storage;
    private final JournalFolder folder;
    private final ReadProgress progress;
    private final Map<Path, Integer> begun = new HashMap<>();
    private final Set<Path> opened = new HashSet<>();
    private @Nullable Path directory;
    private long doneBytes;
    private ReadPass pass = new ReadPass(0, 0, 0);

    private volatile boolean stopped;

    /**
     * A meter of what is read from now on.
     *
     * @param root the folder of the journal
     */
    public MeteredStorage(JournalStorage storage, Path root, ReadProgress progress) {
        this.storage = storage;
        this.folder = new JournalFolder(root);
        this.progress = progress;
    }

    /** Tells no more. Any thread. */
    public void stop() {
        stopped = true;
    }

    @Override
    public StorageFile openReadOnly(Path path) throws IOException {
        final StorageFile file = storage.openReadOnly(path);
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

    private boolean isSegment(Path path) {
        return folder.journal().equals(path.getParent()) && path.toString().endsWith(JournalFolder.SEGMENT_SUFFIX);
    }

    private boolean isPart(Path path) {
        final Path parent = path.getParent();
        return parent != null
                && folder.snapshots().equals(parent.getParent())
                && !parent.getFileName().toString().startsWith(JournalFolder.TEMPORARY_PREFIX)
                && !path.endsWith(SnapshotManifest.FILE_NAME);
    }

    private void begin(Path parent, Path first) throws IOException {
        final boolean isSegment = isSegment(first);
        long totalBytes = 0;
        for (String name : storage.list(parent)) {
            final Path path = parent.resolve(name);
            if (isSegment ? isSegment(path) && path.compareTo(first) >= 0 : isPart(path)) {
                totalBytes += length(path);
            }
        }
        final long seq = isSegment ? 0 : Long.parseLong(parent.getFileName().toString());
        directory = parent;
        opened.clear();
        doneBytes = 0;
        pass = new ReadPass(seq, begun.merge(parent, 1, Integer::sum), totalBytes);
        progress.onRead(pass, 0);
    }

    private long length(Path path) throws IOException {
        try (StorageFile file = storage.openReadOnly(path)) {
            return file.length();
        } catch (NoSuchFileException e) {
            return 0; // retired by its owner since the folder was listed
        }
    }

    @Override
    public StorageFile create(Path path) throws IOException {
        return storage.create(path);
    }

    @Override
    public StorageFile open(Path path) throws IOException {
        return storage.open(path);
    }

    @Override
    public boolean exists(Path path) throws IOException {
        return storage.exists(path);
    }

    @Override
    public void createDirectories(Path path) throws IOException {
        storage.createDirectories(path);
    }

    @Override
    public List<String> list(Path path) throws IOException {
        return storage.list(path);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        storage.rename(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        storage.delete(path);
    }

    @Override
    public void forceDirectory(Path path) throws IOException {
        storage.forceDirectory(path);
    }

    @Override
    public long usableSpace(Path path) throws IOException {
        return storage.usableSpace(path);
    }

    @Override
    public StorageLock lock(Path path, String holder) throws IOException {
        return storage.lock(path, holder);
    }

    /** A file that is read from its start to its end. */
    private final class MeteredFile implements StorageFile {
        private final StorageFile file;
        private final long beforeBytes = doneBytes;

        MeteredFile(StorageFile file) {
            this.file = file;
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            final int count = file.read(target, position);
            tell(position + count);
            return count;
        }

        private void tell(long bytes) {
            if (!stopped && beforeBytes + bytes > doneBytes) {
                doneBytes = beforeBytes + bytes;
                progress.onRead(pass, doneBytes);
            }
        }

        @Override
        public void close() throws IOException {
            try (file) {
                tell(file.length());
            }
        }

        @Override
        public int write(ByteBuffer source, long position) throws IOException {
            return file.write(source, position);
        }

        @Override
        public long length() throws IOException {
            return file.length();
        }

        @Override
        public void force(boolean metadata) throws IOException {
            file.force(metadata);
        }
    }
}
