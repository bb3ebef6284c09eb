package io.daybook.core.snapshot;

import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.journal.storage.JournalStorage;
import io.daybook.journal.storage.StorageFile;
import io.daybook.journal.storage.StorageLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Real files, until the n-th write or force of a segment: that one and all after it fail. Any thread. */
final class FaultyStorage implements JournalStorage {
    private final JournalStorage files = new FileJournalStorage();
    private final Map<Path, FaultyFile> created = new ConcurrentHashMap<>();
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    private volatile boolean forcesFail;
    private volatile String flippedName = "";

    /** Fails after so many more calls. */
    void failAfter(final long calls) {
        left.set(calls);
    }

    /** Whether a call has failed. */
    boolean hasFailed() {
        return left.get() < 0;
    }

    /** Lets every write pass, and no force. */
    void failForces() {
        forcesFail = true;
    }

    /** Flips a bit of whatever is written to files of a name. */
    void flipIn(final String name) {
        flippedName = name;
    }

    private void count(final Path path) throws IOException {
        if (path.toString().endsWith(".jnl") && left.decrementAndGet() < 0) {
            throw new IOException("Input/output error");
        }
    }

    @Override
    public StorageFile create(final Path path) throws IOException {
        final FaultyFile file = new FaultyFile(path, files.create(path));
        created.put(path, file);
        return file;
    }

    @Override
    public StorageFile open(final Path path) throws IOException {
        return new FaultyFile(path, files.open(path));
    }

    @Override
    public StorageFile openReadOnly(final Path path) throws IOException {
        return files.openReadOnly(path);
    }

    @Override
    public boolean exists(final Path path) throws IOException {
        return files.exists(path);
    }

    @Override
    public void createDirectories(final Path directory) throws IOException {
        files.createDirectories(directory);
    }

    @Override
    public List<String> list(final Path directory) throws IOException {
        return files.list(directory);
    }

    @Override
    public void rename(final Path from, final Path to) throws IOException {
        files.rename(from, to);
        final FaultyFile file = created.remove(from);
        if (file != null) {
            file.path = to;
        }
    }

    @Override
    public void delete(final Path path) throws IOException {
        files.delete(path);
    }

    @Override
    public void forceDirectory(final Path directory) throws IOException {
        files.forceDirectory(directory);
    }

    @Override
    public long usableSpace(final Path directory) throws IOException {
        return files.usableSpace(directory);
    }

    @Override
    public StorageLock lock(final Path path, final String holder) throws IOException {
        return files.lock(path, holder);
    }

    /** One file of it. */
    private final class FaultyFile implements StorageFile {
        private volatile Path path;
        private final StorageFile file;

        FaultyFile(final Path path, final StorageFile file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            count(path);
            if (path.endsWith(flippedName)) {
                final byte[] bytes = new byte[source.remaining()];
                source.get(bytes);
                bytes[bytes.length / 2] ^= 1;
                return file.write(ByteBuffer.wrap(bytes), position);
            }
            return file.write(source, position);
        }

        @Override
        public int read(final ByteBuffer target, final long position) throws IOException {
            return file.read(target, position);
        }

        @Override
        public long length() throws IOException {
            return file.length();
        }

        @Override
        public void force(final boolean metadata) throws IOException {
            count(path);
            if (forcesFail && path.toString().endsWith(".jnl")) {
                throw new IOException("Input/output error");
            }
            file.force(metadata);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
