package io.daybook.core.exchange;

import io.daybook.core.DisturbedStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The file system, until a test calls {@link #fail}: from then on every write and force is an I/O error. */
final class FailingStorage extends DisturbedStorage {
    private volatile boolean failing;

    void fail() {
        failing = true;
    }

    @Override
    protected ByteBuffer beforeWrite(final Path path, final ByteBuffer source) throws IOException {
        failIfTold("write");
        return source;
    }

    @Override
    protected void beforeForce(final Path path) throws IOException {
        failIfTold("force");
    }

    @Override
    protected void beforeDirectoryForce() throws IOException {
        failIfTold("force of a directory");
    }

    private void failIfTold(final String what) throws IOException {
        if (failing) {
            throw new IOException("the disk is gone: " + what);
        }
    }
}
