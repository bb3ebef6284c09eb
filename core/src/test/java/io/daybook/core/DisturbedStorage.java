package io.daybook.core;

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

/** Real files, with something before each write and each force. Any thread. */
public abstract class DisturbedStorage implements JournalStorage {
    private final JournalStorage files = new FileJournalStorage();
    private final Map<Path, DisturbedFile> created = new ConcurrentHashMap<>();

    /**
     * A write is due.
     *
     * @param path the file as it is named now
     * @return what to write instead, of the same length, or the source
     */
    protected abstract ByteBuffer beforeWrite(Path path, ByteBuffer source) throws IOException;

    /** A force of a file is due. */
    protected abstract void beforeForce(Path path) throws IOException;

    /** A force of a directory is due. */
    protected void beforeDirectoryForce() throws IOException {}

    @Override
    public final StorageFile create(final Path path) throws IOException {
        final DisturbedFile file = new DisturbedFile(path, files.create(path));
        created.put(path, file);
        return file;
    }

    @Override
    public final StorageFile open(final Path path) throws IOException {
        return new DisturbedFile(path, files.open(path));
    }

    @Override
    public final StorageFile openReadOnly(final Path path) throws IOException {
        return files.openReadOnly(path);
    }

    @Override
    public final boolean exists(final Path path) throws IOException {
        return files.exists(path);
    }

    @Override
    public final void createDirectories(final Path directory) throws IOException {
        files.createDirectories(directory);
    }

    @Override
    public final List<String> list(final Path directory) throws IOException {
        return files.list(directory);
    }

    @Override
    public final void rename(final Path from, final Path to) throws IOException {
        files.rename(from, to);
        final DisturbedFile file = created.remove(from);
        if (file != null) {
            file.path = to;
        }
    }

    @Override
    public final void delete(final Path path) throws IOException {
        files.delete(path);
    }

    @Override
    public final void forceDirectory(final Path directory) throws IOException {
        beforeDirectoryForce();
        files.forceDirectory(directory);
    }

    @Override
    public final long usableSpace(final Path directory) throws IOException {
        return files.usableSpace(directory);
    }

    @Override
    public final StorageLock lock(final Path path, final String holder) throws IOException {
        return files.lock(path, holder);
    }

    /** One file of it. */
    private final class DisturbedFile implements StorageFile {
        private volatile Path path;
        private final StorageFile file;

        DisturbedFile(final Path path, final StorageFile file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            return file.write(beforeWrite(path, source), position);
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
            beforeForce(path);
            file.force(metadata);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
