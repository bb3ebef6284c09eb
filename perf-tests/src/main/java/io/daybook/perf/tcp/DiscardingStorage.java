package io.daybook.perf.tcp;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.host.storage.StorageLock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** A disk that takes everything and keeps nothing, so that the writer is measured alone. */
final class DiscardingStorage implements JournalStorage {
    @Override
    public StorageFile create(final Path path) {
        return new Hole();
    }

    @Override
    public StorageFile open(final Path path) {
        return new Hole();
    }

    @Override
    public StorageFile openReadOnly(final Path path) throws IOException {
        throw new FileNotFoundException(path.toString());
    }

    @Override
    public boolean exists(final Path path) {
        return false;
    }

    @Override
    public void createDirectories(final Path directory) {}

    @Override
    public void createDirectory(final Path directory) {}

    @Override
    public List<String> list(final Path directory) {
        return List.of();
    }

    @Override
    public void rename(final Path from, final Path to) {}

    @Override
    public void delete(final Path path) {}

    @Override
    public void forceDirectory(final Path directory) {}

    @Override
    public long usableSpace(final Path directory) {
        return Long.MAX_VALUE;
    }

    @Override
    public Object fileKey(final Path path) {
        return path;
    }

    @Override
    public byte[] randomBytes(final int count) {
        return new byte[count];
    }

    @Override
    public StorageLock lock(final Path path, final String holder) {
        return () -> {};
    }

    /** A file without bytes. */
    private static final class Hole implements StorageFile {
        private long length;

        @Override
        public int write(final ByteBuffer source, final long position) {
            final int count = source.remaining();
            source.position(source.limit());
            length = Math.max(length, position + count);
            return count;
        }

        @Override
        public int read(final ByteBuffer target, final long position) {
            return -1;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public void force(final boolean metadata) {}

        @Override
        public void close() {}
    }
}
