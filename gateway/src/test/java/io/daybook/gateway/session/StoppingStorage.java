package io.daybook.gateway.session;

import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A disk on which the process ends at a given call: that call and all later ones throw, and change nothing. */
final class StoppingStorage extends ForwardingStorage {
    private long callsLeft = Long.MAX_VALUE;

    StoppingStorage(final JournalStorage storage) {
        super(storage);
    }

    /** Thrown by a call from which the process does not return. */
    static final class Stopped extends Error {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super("the process has ended", null, false, false);
        }
    }

    /** Sets how many more calls that change anything are carried out. */
    void stopAfter(final long calls) {
        callsLeft = calls;
    }

    /** Returns how many of these calls are left. */
    long callsLeft() {
        return callsLeft;
    }

    private void call() {
        if (callsLeft == 0) {
            throw new Stopped();
        }
        callsLeft--;
    }

    @Override
    public StorageFile create(final Path path) throws IOException {
        call();
        return new StoppingFile(super.create(path));
    }

    @Override
    public StorageFile open(final Path path) throws IOException {
        return new StoppingFile(super.open(path));
    }

    @Override
    public void rename(final Path from, final Path to) throws IOException {
        call();
        super.rename(from, to);
    }

    @Override
    public void delete(final Path path) throws IOException {
        call();
        super.delete(path);
    }

    @Override
    public void forceDirectory(final Path directory) throws IOException {
        call();
        super.forceDirectory(directory);
    }

    private final class StoppingFile extends ForwardingFile {
        StoppingFile(final StorageFile file) {
            super(file);
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            call();
            return super.write(source, position);
        }

        @Override
        public void force(final boolean metadata) throws IOException {
            call();
            super.force(metadata);
        }
    }
}
