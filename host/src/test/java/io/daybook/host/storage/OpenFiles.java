package io.daybook.host.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The file system, with a record of the files that are open. Used by any thread. */
public final class OpenFiles extends ForwardingStorage {
    private final List<Path> open = new CopyOnWriteArrayList<>();

    /** Creates a file system without open files. */
    public OpenFiles() {
        super(new FileJournalStorage());
    }

    /** The files that are open now, each once per opening. */
    public List<Path> now() {
        return List.copyOf(open);
    }

    @Override
    public StorageFile create(final Path path) throws IOException {
        return watched(super.create(path), path);
    }

    @Override
    public StorageFile open(final Path path) throws IOException {
        return watched(super.open(path), path);
    }

    @Override
    public StorageFile openReadOnly(final Path path) throws IOException {
        return watched(super.openReadOnly(path), path);
    }

    private StorageFile watched(final StorageFile file, final Path path) {
        open.add(path);
        return new ForwardingFile(file) {
            @Override
            public void close() throws IOException {
                open.remove(path);
                super.close();
            }
        };
    }
}
