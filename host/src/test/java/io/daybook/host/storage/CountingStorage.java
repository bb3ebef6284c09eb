package io.daybook.host.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the writes and forces of another storage. */
public final class CountingStorage extends ForwardingStorage {
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong forces = new AtomicLong();

    public CountingStorage(final JournalStorage storage) {
        super(storage);
    }

    public long writes() {
        return writes.get();
    }

    public long forces() {
        return forces.get();
    }

    @Override
    public StorageFile create(final Path path) throws IOException {
        return new CountingFile(super.create(path));
    }

    @Override
    public StorageFile open(final Path path) throws IOException {
        return new CountingFile(super.open(path));
    }

    private final class CountingFile extends ForwardingFile {
        CountingFile(final StorageFile file) {
            super(file);
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            final int written = super.write(source, position);
            writes.incrementAndGet();
            return written;
        }

        @Override
        public void force(final boolean metadata) throws IOException {
            forces.incrementAndGet();
            super.force(metadata);
        }
    }
}
