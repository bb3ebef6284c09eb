package io.daybook.core;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Real files that call a test's hook before each write and each force. Any thread. */
public abstract class DisturbedStorage extends ForwardingStorage {
    private final Map<Path, DisturbedFile> created = new ConcurrentHashMap<>();

    protected DisturbedStorage() {
        super(new FileJournalStorage());
    }

    /**
     * Called before a write.
     *
     * @param path the file as it is named now
     * @return what to write instead, of the same length, or the source
     */
    protected abstract ByteBuffer beforeWrite(Path path, ByteBuffer source) throws IOException;

    /** Called before a force of a file. */
    protected abstract void beforeForce(Path path) throws IOException;

    /** Called before a force of a directory. */
    protected void beforeDirectoryForce() throws IOException {}

    @Override
    public final StorageFile create(final Path path) throws IOException {
        final DisturbedFile file = new DisturbedFile(path, super.create(path));
        created.put(path, file);
        return file;
    }

    @Override
    public final StorageFile open(final Path path) throws IOException {
        return new DisturbedFile(path, super.open(path));
    }

    @Override
    public final void rename(final Path from, final Path to) throws IOException {
        super.rename(from, to);
        final DisturbedFile file = created.remove(from);
        if (file != null) {
            file.path = to;
        }
    }

    @Override
    public final void forceDirectory(final Path directory) throws IOException {
        beforeDirectoryForce();
        super.forceDirectory(directory);
    }

    /** One file of this storage. */
    private final class DisturbedFile extends ForwardingFile {
        private volatile Path path;

        DisturbedFile(final Path path, final StorageFile file) {
            super(file);
            this.path = path;
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            return super.write(beforeWrite(path, source), position);
        }

        @Override
        public void force(final boolean metadata) throws IOException {
            beforeForce(path);
            super.force(metadata);
        }
    }
}
