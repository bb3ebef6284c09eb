package io.daybook.core.snapshot;

import io.daybook.core.DisturbedStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Real files, until the n-th write or force of a segment: that call and all later ones fail. Any thread. */
final class FaultyStorage extends DisturbedStorage {
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    private volatile boolean forcesFail;
    private volatile String flippedName = "";

    /** Fails after a number of further calls. */
    void failAfter(final long calls) {
        left.set(calls);
    }

    /** Whether a call has failed. */
    boolean hasFailed() {
        return left.get() < 0;
    }

    /** Makes every force fail; writes succeed. */
    void failForces() {
        forcesFail = true;
    }

    /** Flips a bit in each write to files with a name. */
    void flipIn(final String name) {
        flippedName = name;
    }

    private void count(final Path path) throws IOException {
        if (path.toString().endsWith(".jnl") && left.decrementAndGet() < 0) {
            throw new IOException("Input/output error");
        }
    }

    @Override
    protected ByteBuffer beforeWrite(final Path path, final ByteBuffer source) throws IOException {
        count(path);
        if (!path.endsWith(flippedName)) {
            return source;
        }
        final byte[] bytes = new byte[source.remaining()];
        source.get(bytes);
        bytes[bytes.length / 2] ^= 1;
        return ByteBuffer.wrap(bytes);
    }

    @Override
    protected void beforeForce(final Path path) throws IOException {
        count(path);
        if (forcesFail && path.toString().endsWith(".jnl")) {
            throw new IOException("Input/output error");
        }
    }
}
