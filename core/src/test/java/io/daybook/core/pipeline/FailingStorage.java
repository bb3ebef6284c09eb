package io.daybook.core.pipeline;

import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.journal.storage.JournalStorage;
import io.daybook.journal.storage.StorageFile;
import io.daybook.journal.storage.StorageLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** The file system until it is told to fail: from then on every write and force is an I/O error. */
final class FailingStorage implements JournalStorage {
    private final JournalStorage files = new FileJournalStorage();
    private volatile boolean failing;

    void fail() {
        failing = true;
    }

    private void failIfTold(final String what) throws IOException {
        if (failing) {
            throw new IOException("the disk is gone: " + what);
        }
    }

    @Override
    public StorageFile create(final Path path) throws IOException {
        return new File(files.create(path));
    }

    @Override
    public StorageFile open(final Path path) throws IOException {
        return new File(files.open(path));
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
    }

    @Override
    public void delete(final Path path) throws IOException {
        files.delete(path);
    }

    @Override
    public void forceDirectory(final Path directory) throws IOException {
        failIfTold("force of a directory");
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

    private final class File implements StorageFile {
        private final StorageFile file;

        File(final StorageFile file) {
            this.file = file;
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            failIfTold("write");
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
            failIfTold("force");
            file.force(metadata);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
