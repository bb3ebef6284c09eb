package io.daybook.journal.access;

import io.daybook.host.Clock;
import io.daybook.host.Duty;
import io.daybook.host.Task;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.IoFailure;
import io.daybook.journal.folder.JournalFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import org.jspecify.annotations.Nullable;

/**
 * Creates {@code .next}: a file of zeros, forced, that the writer takes as its next segment. Filling ahead keeps a
 * small force short, because the file system has nothing left to allocate or record.
 *
 * <p>The writer's thread requests and takes the file. A task of the scheduler fills it, one chunk per call, slowly
 * while there is time; or, without {@code fillAhead}, the writer's thread fills it when it takes it. A full disk is
 * reported by {@link #isOutOfSpace} and tried again every second; any other failure is thrown when the file is taken.
 */
final class SegmentPreparer implements Duty, AutoCloseable {
    private static final int CHUNK_BYTES = 256 << 10;

    /**
     * The rate of filling, which leaves bandwidth to the journal. It is unlimited once the current segment is half
     * full.
     */
    private static final long FILL_BYTES_PER_SECOND = 128L << 20;

    private static final int CHUNKS_PER_FORCE = 16;
    private static final long RETRY_NS = 1_000_000_000L;
    private static final long WAIT_NS = 50_000;
    private static final long NO_DEADLINE_NS = Long.MAX_VALUE / 2;

    /** The zeros of every segment; shared by all journals. */
    private static final ByteBuffer ZEROS = ByteBuffer.allocate(CHUNK_BYTES).asReadOnlyBuffer();

    /** A file of zeros, forced, under the name {@code .next}. */
    record Prepared(StorageFile file, long size) {}

    /** Belongs to the thread that fills. */
    private final ByteBuffer zeros = ZEROS.duplicate();

    private final JournalStorage storage;
    private final JournalFolder folder;
    private final JournalOptions options;
    private final Clock clock;
    private final @Nullable Task task;

    private final Object monitor = new Object();
    private long requestedSize; // 0: no request
    private @Nullable Prepared prepared;
    private @Nullable JournalException failure;

    // These belong to the thread that fills: the file so far, and how long the thread pauses.
    private @Nullable StorageFile filling;
    private long fillingSize;
    private long position;
    private int chunks;
    private long restNs;
    private long restsSinceNs;

    private volatile boolean ready;
    private volatile boolean outOfSpace;
    private volatile boolean hurry;
    private volatile boolean closed;

    SegmentPreparer(final JournalStorage storage, final JournalFolder folder, final JournalOptions options) {
        this.storage = storage;
        this.folder = folder;
        this.options = options;
        this.clock = options.clock();
        this.task = options.fillAhead() ? options.scheduler().task("daybook-journal-filler", this) : null;
    }

    /** Starts the task if the options ask for one. */
    void start() {
        if (task != null) {
            task.start();
        }
    }

    /** Requests a file of this size. The previous file must have been taken. */
    void request(final long size) {
        synchronized (monitor) {
            requestedSize = size;
            hurry = false;
        }
        wake();
    }

    /** Speeds up: the writer will need the file soon. */
    void hurry() {
        if (!hurry) {
            hurry = true;
            wake();
        }
    }

    private void wake() {
        if (task != null) {
            task.wake();
        }
    }

    boolean isReady() {
        return ready;
    }

    /** Returns whether the disk had no room for the next segment at the last attempt. */
    boolean isOutOfSpace() {
        return outOfSpace;
    }

    /**
     * Waits for the requested file and returns it.
     *
     * @throws JournalException NO_SPACE without waiting for room, IO
     */
    Prepared take() {
        hurry();
        if (task == null && wantedSize() > 0) {
            do {
                fillOn();
            } while (filling != null);
        }
        Prepared result = takeIfThere();
        while (result == null) {
            options.scheduler().pause(WAIT_NS);
            result = takeIfThere();
        }
        return result;
    }

    /** The file if it is ready; null while it is being filled. */
    private @Nullable Prepared takeIfThere() {
        synchronized (monitor) {
            final Prepared result = prepared;
            if (result == null) {
                if (failure != null) {
                    throw failure;
                }
                if (outOfSpace || closed) {
                    throw noSpace();
                }
                return null;
            }
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

    /** Fills a chunk, unless nothing is requested or the pause is not over yet. */
    @Override
    public int doWork() {
        if (wantedSize() == 0 || restLeftNs() > 0) {
            return 0;
        }
        fillOn();
        return 1;
    }

    @Override
    public long idleNs() {
        return wantedSize() == 0 ? Long.MAX_VALUE : Math.max(1, restLeftNs());
    }

    @Override
    public boolean isDone() {
        return closed;
    }

    /** The size of the file that is requested and not ready; 0 if there is none. */
    private long wantedSize() {
        synchronized (monitor) {
            return prepared != null || failure != null ? 0 : requestedSize;
        }
    }

    /** The time left of the pause. {@link #hurry} does not shorten the pause before the next attempt on a full disk. */
    private long restLeftNs() {
        return hurry && (filling != null || !outOfSpace) ? 0 : restNs - (clock.nanoTime() - restsSinceNs);
    }

    private void rest(final long ns) {
        restNs = ns;
        restsSinceNs = clock.nanoTime();
    }

    private void fillOn() {
        final long size = wantedSize();
        Prepared result = null;
        JournalException problem = null;
        boolean full = false;
        try {
            if (filling == null) {
                full = !begin(size);
            }
            if (!full) {
                result = fillChunk();
            }
        } catch (Throwable e) { // If this thread died silently, the writer would wait forever.
            full = e instanceof IOException failed
                    && IoFailure.isNoSpace(storage, folder, filling == null ? size : size - position, failed);
            problem = giveUp(full ? null : failure(e));
        }
        if (full) {
            rest(RETRY_NS);
        }
        synchronized (monitor) {
            prepared = result;
            failure = problem;
            outOfSpace = full || outOfSpace && result == null && problem == null;
            ready = result != null;
        }
    }

    /** Begins a file; false if there is no room for it. */
    private boolean begin(final long size) throws IOException {
        storage.delete(folder.next());
        if (storage.usableSpace(folder.journal()) < size) {
            return false;
        }
        filling = storage.create(folder.next());
        fillingSize = size;
        position = 0;
        chunks = 0;
        return true;
    }

    /** Fills the next chunk; returns the file after the last one. */
    private @Nullable Prepared fillChunk() throws IOException {
        final StorageFile file = filling;
        if (file == null) {
            throw new IllegalStateException("a file must have been begun");
        }
        zeros.clear().limit((int) Math.min(zeros.capacity(), fillingSize - position));
        final int length = zeros.remaining();
        file.writeFully(zeros, position);
        position += length;
        chunks++;
        if (position == fillingSize) {
            file.force(true);
            filling = null;
            return new Prepared(file, fillingSize);
        }
        if (chunks % CHUNKS_PER_FORCE == 0) {
            file.force(false); // in pieces, so that the writer's own small forces do not wait for one large force
        }
        rest(length * 1_000_000_000L / FILL_BYTES_PER_SECOND);
        return null;
    }

    private JournalException failure(final Throwable e) {
        if (e instanceof AccessDeniedException denied) {
            return IoFailure.of(folder, denied);
        }
        return JournalException.of(JournalException.Reason.IO, "the next segment can't be prepared: " + e)
                .file(folder.next())
                .wayOut(IoFailure.RESTART)
                .causedBy(e);
    }

    /** Removes a file that was begun. Returns the first failure, which is the one to report. */
    private @Nullable JournalException giveUp(final @Nullable JournalException problem) {
        final StorageFile file = filling;
        filling = null;
        if (file == null) {
            return problem;
        }
        try (file) {
            storage.delete(folder.next());
        } catch (IOException e) {
            return problem == null ? failure(e) : problem;
        }
        return problem;
    }

    /** Ends the task, waits for it, and drops the prepared file. */
    @Override
    public void close() {
        closed = true;
        if (task != null) {
            task.wake();
            task.join(clock.nanoTime() + NO_DEADLINE_NS);
        }
        giveUp(null); // it holds zeros only, and the next start removes it
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

    private static void drop(final Prepared dropped) {
        try {
            dropped.file().close();
        } catch (IOException e) {
            return; // it holds zeros only, and the next start removes it
        }
    }
}
