package io.daybook.journal.access;

import io.daybook.journal.JournalException;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.storage.JournalStorage;
import io.daybook.journal.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@code .next}: a file of zeros, forced, that the writer takes as its next segment. Files that were filled ahead
 * keep a small force short, because the file system has nothing left to allocate or to record.
 *
 * <p>The writer's thread requests and takes; the file is filled on a thread of this class, slowly while there is time,
 * or, if the options want no thread, on the writer's when it takes. A full disk is reported by {@link #isOutOfSpace}
 * and tried again every second; any other failure is kept, and thrown when the file is taken.
 */
final class SegmentPreparer implements AutoCloseable {
    private static final int CHUNK_BYTES = 256 << 10;
    private static final int CHUNKS_PER_FORCE = 16;
    private static final long RETRY_NS = 1_000_000_000L;

    /** A file of zeros, forced, under the name {@code .next}. */
    record Prepared(StorageFile file, long size) {}

    /** What segments are filled with; of whichever thread fills. */
    private final ByteBuffer zeros = ByteBuffer.allocate(CHUNK_BYTES);

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final JournalOptions options;
    private final @Nullable Thread thread;

    private final Object monitor = new Object();
    private long requestedSize; // 0: nothing is wanted
    private @Nullable Prepared prepared;
    private @Nullable JournalException failure;

    private volatile boolean ready;
    private volatile boolean outOfSpace;
    private volatile boolean hurry;
    private volatile boolean closed;

    SegmentPreparer(JournalStorage storage, JournalFolder folder, JournalOptions options) {
        this.storage = storage;
        this.folder = folder;
        this.options = options;
        this.thread = options.fillAhead() ? new Thread(this::run, "daybook-journal-filler") : null;
    }

    /** Starts the thread, where the options want one. */
    void start() {
        if (thread != null) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Asks for a file of this size; the one before was taken. */
    void request(long size) {
        synchronized (monitor) {
            requestedSize = size;
            hurry = false;
            monitor.notifyAll();
        }
    }

    /** The writer will need the file soon. */
    void hurry() {
        hurry = true;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    boolean isReady() {
        return ready;
    }

    /** Whether the disk had no room for the next segment when that was last tried. */
    boolean isOutOfSpace() {
        return outOfSpace;
    }

    /**
     * The file that was requested; waits for it.
     *
     * @throws JournalException NO_SPACE without waiting for room, IO
     */
    Prepared take() {
        if (thread == null) {
            fillOnce();
        } else {
            hurry();
        }
        synchronized (monitor) {
            while (prepared == null) {
                if (failure != null) {
                    throw failure;
                }
                if (outOfSpace || closed) {
                    throw noSpace();
                }
                awaitUninterruptibly();
            }
            final Prepared result = prepared;
            prepared = null;
            requestedSize = 0;
            ready = false;
            return result;
        }
    }

    private JournalException noSpace() {
        return JournalException.of(
                        JournalException.Reason.NO_SPACE, "there is no room on the disk for the next segment")
                .file(folder.next())
                .expected(requestedSize + " bytes")
                .wayOut("make room, or delete segments that a snapshot covers")
                .build();
    }

    /** The writer's thread keeps its interrupt flag for its owner: an interrupt must not reach a file channel. */
    private void awaitUninterruptibly() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    monitor.wait();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        while (!closed) {
            if (awaitRequest()) {
                fillOnce();
                if (outOfSpace) {
                    pause();
                }
            }
        }
    }

    /** Waits until it is time to try again; requests to hurry do not shorten the wait. */
    private void pause() {
        final long startNs = options.clock().nanoTime();
        for (long leftNs = RETRY_NS;
                leftNs > 0 && !closed;
                leftNs = RETRY_NS - (options.clock().nanoTime() - startNs)) {
            LockSupport.parkNanos(this, leftNs);
        }
    }

    private boolean awaitRequest() {
        synchronized (monitor) {
            while (!closed && (requestedSize == 0 || prepared != null || failure != null)) {
                awaitUninterruptibly();
            }
            return !closed;
        }
    }

    private void fillOnce() {
        final long size;
        synchronized (monitor) {
            if (prepared != null || failure != null) {
                return;
            }
            size = requestedSize;
        }
        Prepared result = null;
        JournalException problem = null;
        boolean full = false;
        try {
            result = fill(size);
            full = result == null && !closed;
        } catch (Throwable e) { // If this thread died silently, the writer would wait forever.
            full = e instanceof IOException failed && IoFailure.isNoSpace(storage, folder, size, failed);
            problem = full ? null : failure(e);
        }
        synchronized (monitor) {
            prepared = result;
            failure = problem;
            outOfSpace = full;
            ready = result != null;
            monitor.notifyAll();
        }
    }

    private JournalException failure(Throwable e) {
        if (e instanceof AccessDeniedException denied) {
            return IoFailure.of(folder, denied);
        }
        return JournalException.of(JournalException.Reason.IO, "the next segment can't be prepared: " + e)
                .file(folder.next())
                .wayOut(IoFailure.RESTART)
                .causedBy(e);
    }

    /** Fills the file; null if there is no room for it, or if this was closed meanwhile. */
    private @Nullable Prepared fill(long size) throws IOException {
        final Path next = folder.next();
        storage.delete(next);
        if (storage.usableSpace(folder.journal()) < size) {
            return null;
        }
        final StorageFile file = storage.create(next);
        boolean whole = false;
        long position = 0;
        try {
            for (int chunk = 1; position < size && !closed; chunk++) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), size - position));
                final int length = zeros.remaining();
                file.writeFully(zeros, position);
                position += length;
                if (chunk % CHUNKS_PER_FORCE == 0) {
                    file.force(false); // in pieces, so that the writer's own small forces do not wait for one large
                }
                throttle(length);
            }
            if (position == size) {
                file.force(true);
                whole = true;
            }
        } catch (IOException e) {
            if (!IoFailure.isNoSpace(storage, folder, size - position, e)) {
                throw e;
            }
        } finally {
            if (!whole) {
                file.close();
                storage.delete(next);
            }
        }
        return whole ? new Prepared(file, size) : null;
    }

    private void throttle(int length) {
        if (thread != null && !hurry) {
            LockSupport.parkNanos(this, length * 1_000_000_000L / options.fillBytesPerSecond());
        }
    }

    /** Stops the thread and drops what was prepared; waits for the thread. */
    @Override
    public void close() {
        closed = true;
        synchronized (monitor) {
            monitor.notifyAll();
        }
        if (thread != null) {
            LockSupport.unpark(thread);
            joinUninterruptibly(thread);
        }
        final Prepared dropped;
        synchronized (monitor) {
            dropped = prepared;
            prepared = null;
            ready = false;
        }
        if (dropped != null) {
            drop(dropped);
        }
    }

    private static void drop(Prepared dropped) {
        try {
            dropped.file().close();
        } catch (IOException e) {
            return; // it holds zeros only, and the next start removes it
        }
    }

    private static void joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
