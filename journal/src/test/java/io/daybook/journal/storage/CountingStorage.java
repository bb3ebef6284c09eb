package io.daybook.journal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what is asked of another storage, and can make every force of a file take its time. */
public final class CountingStorage implements JournalStorage {
    private final JournalStorage storage;
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong bytesWritten = new AtomicLong();
    private final AtomicLong forces = new AtomicLong();
    private final AtomicLong directoryForces = new AtomicLong();
    private volatile Runnable beforeForce = () -> {};

    public CountingStorage(JournalStorage storage) {
        this.storage = storage;
    }

    /** Runs before each force of a file, on the thread that forces: to wait at a gate, say. */
    public void beforeForce(Runnable action) {
        beforeForce = action;
    }

    public long writes() {
        return writes.get();
    }

    public long bytesWritten() {
        return bytesWritten.get();
    }

    public long forces() {
        return forces.get();
    }

    public long directoryForces() {
        return directoryForces.get();
    }

    @Override
    public StorageFile create(Path path) throws IOException {
        return new CountingFile(storage.create(path));
    }

    @Override
    public StorageFile open(Path path) throws IOException {
        return new CountingFile(storage.open(path));
    }

    @Override
    public StorageFile openReadOnly(Path path) throws IOException {
        return storage.openReadOnly(path);
    }

    @Override
    public boolean exists(Path path) throws IOException {
        return storage.exists(path);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        storage.createDirectories(directory);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        return storage.list(directory);
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
    public void forceDirectory(Path directory) throws IOException {
        directoryForces.incrementAndGet();
        storage.forceDirectory(directory);
    }

    @Override
    public long usableSpace(Path directory) throws IOException {
        return storage.usableSpace(directory);
    }

    @Override
    public StorageLock lock(Path path, String holder) throws IOException {
        return storage.lock(path, holder);
    }

    private final class CountingFile implements StorageFile {
        private final StorageFile file;

        CountingFile(StorageFile file) {
            this.file = file;
        }

        @Override
        public int write(ByteBuffer source, long position) throws IOException {
            final int written = file.write(source, position);
            writes.incrementAndGet();
            bytesWritten.addAndGet(written);
            return written;
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return file.read(target, position);
        }

        @Override
        public long length() throws IOException {
            return file.length();
        }

        @Override
        public void force(boolean metadata) throws IOException {
            beforeForce.run();
            forces.incrementAndGet();
            file.force(metadata);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
