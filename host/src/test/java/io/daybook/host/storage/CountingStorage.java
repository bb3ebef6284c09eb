package io.daybook.host.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what is asked of another storage, and can make every force of a file take its time. */
public final class CountingStorage extends ForwardingStorage {
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong bytesWritten = new AtomicLong();
    private final AtomicLong forces = new AtomicLong();
    private final AtomicLong directoryForces = new AtomicLong();
    private volatile Runnable beforeForce = () -> {};

    public CountingStorage(final JournalStorage storage) {
        super(storage);
    }

    /** Runs before each force of a file, on the thread that forces: to wait at a gate, say. */
    public void beforeForce(final Runnable action) {
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
    public StorageFile create(final Path path) throws IOException {
        return new CountingFile(super.create(path));
    }

    @Override
    public StorageFile open(final Path path) throws IOException {
        return new CountingFile(super.open(path));
    }

    @Override
    public void forceDirectory(final Path directory) throws IOException {
        directoryForces.incrementAndGet();
        super.forceDirectory(directory);
    }

    private final class CountingFile extends ForwardingFile {
        CountingFile(final StorageFile file) {
            super(file);
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            final int written = super.write(source, position);
            writes.incrementAndGet();
            bytesWritten.addAndGet(written);
            return written;
        }

        @Override
        public void force(final boolean metadata) throws IOException {
            beforeForce.run();
            forces.incrementAndGet();
            super.force(metadata);
        }
    }
}
