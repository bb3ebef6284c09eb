package io.daybook.gateway.fix;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/** A disk that writes only while no test holds its gate. */
final class GatedDisk extends ForwardingStorage {
    private final ReentrantLock gate = new ReentrantLock();

    GatedDisk() {
        super(new FileJournalStorage());
    }

    ReentrantLock gate() {
        return gate;
    }

    @Override
    public StorageFile create(final Path path) throws IOException {
        return new OnDisk(super.create(path));
    }

    private final class OnDisk extends ForwardingFile {
        OnDisk(final StorageFile file) {
            super(file);
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            gate.lock();
            try {
                return super.write(source, position);
            } finally {
                gate.unlock();
            }
        }
    }
}
