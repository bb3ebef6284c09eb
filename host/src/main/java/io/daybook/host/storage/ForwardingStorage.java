package io.daybook.host.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Forwards to another storage; a subclass overrides what it changes. */
public abstract class ForwardingStorage implements JournalStorage {
    private final JournalStorage storage;

    /** Forwards all other methods to a storage. */
    protected ForwardingStorage(final JournalStorage storage) {
        this.storage = storage;
    }

    @Override
    public StorageFile create(final Path path) throws IOException {
        return storage.create(path);
    }

    @Override
    public StorageFile open(final Path path) throws IOException {
        return storage.open(path);
    }

    @Override
    public StorageFile openReadOnly(final Path path) throws IOException {
        return storage.openReadOnly(path);
    }

    @Override
    public boolean exists(final Path path) throws IOException {
        return storage.exists(path);
    }

    @Override
    public void createDirectories(final Path directory) throws IOException {
        storage.createDirectories(directory);
    }

    @Override
    public void createDirectory(final Path directory) throws IOException {
        storage.createDirectory(directory);
    }

    @Override
    public List<String> list(final Path directory) throws IOException {
        return storage.list(directory);
    }

    @Override
    public void rename(final Path from, final Path to) throws IOException {
        storage.rename(from, to);
    }

    @Override
    public void delete(final Path path) throws IOException {
        storage.delete(path);
    }

    @Override
    public void forceDirectory(final Path directory) throws IOException {
        storage.forceDirectory(directory);
    }

    @Override
    public long usableSpace(final Path directory) throws IOException {
        return storage.usableSpace(directory);
    }

    @Override
    public Object fileKey(final Path path) throws IOException {
        return storage.fileKey(path);
    }

    @Override
    public byte[] randomBytes(final int count) {
        return storage.randomBytes(count);
    }

    @Override
    public StorageLock lock(final Path path, final String holder) throws IOException {
        return storage.lock(path, holder);
    }
}
