package io.daybook.cluster.follower;

import io.daybook.api.Attachment;
import io.daybook.api.FollowerPart;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.StateView;
import io.daybook.cluster.state.StatePart;
import io.daybook.engine.result.ResultDecoder;
import java.io.ByteArrayOutputStream;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A follower of a node: receives every result after the engine, on its own thread, through a bounded ring. If it
 * throws, or leaves the ring full for {@value #STILL_MS} ms without progress, it ends the node or is detached, as its
 * attachment demands.
 *
 * <p>Methods are called on the service's thread unless they say otherwise.
 */
public final class NodeFollower {
    /** A follower without progress for this long has failed. */
    static final long STILL_MS = 10_000;

    /** How long a snapshot waits for the part of a follower that may be detached; for others {@link #STILL_MS}. */
    static final long CAPTURE_MS = 2_000;

    private static final int RING_BYTES = 1 << 24;
    private static final int RESULT = 0;
    private static final int CAPTURE = 1;
    private static final int LIMIT = 256;
    private static final long PARK_NS = 100_000;
    private static final long PAUSE_NS = 10_000_000;

    /** Ends a node. */
    @FunctionalInterface
    public interface Halt {
        /** Ends the node for a reason. */
        void halt(String why);
    }

    private record Captured(long snapshot, @Nullable FollowerPart part) {}

    private final Attachment attachment;
    private final Halt halt;
    private final int mostBytes;
    /** Wakes the polling thread; null if the follower has its own thread. */
    private final @Nullable Runnable hook;

    private final FollowerPipe pipe = new FollowerPipe(RING_BYTES);
    private final FollowerPipe.Frames frames = this::onFrame;
    private final ResultDecoder result = new ResultDecoder();
    private final ArrayBlockingQueue<Captured> captures = new ArrayBlockingQueue<>(16);
    private volatile boolean isDetached;
    private volatile boolean isClosed;
    private volatile boolean isAsleep;
    private long snapshots;
    private long captureDeadlineNs;
    private long seq;
    private long beganAt;
    private boolean isBatchOpen;
    private final Thread thread;

    /** When the current wait for room began. */
    private long waitingSinceNs;

    private long readAtWait;

    NodeFollower(final Attachment attachment, final Halt halt, final int mostBytes) {
        this.attachment = attachment;
        this.halt = halt;
        this.mostBytes = mostBytes;
        this.hook = attachment.wakeUp();
        this.thread = new Thread(this::run, "daybook-follower-" + name());
        thread.setDaemon(true);
    }

    String name() {
        return attachment.follower().name();
    }

    /**
     * Restores the follower and starts it.
     *
     * @param part the state of the follower after {@code restoredSeq}; null or without bytes if it has none
     */
    void restore(final @Nullable StatePart part, final long restoredSeq, final StateView state) {
        final byte[] bytes = part == null ? new byte[0] : part.bytes();
        attachment.follower().restore(bytes.length == 0 ? null : reader(bytes), restoredSeq, state);
        seq = restoredSeq;
        beganAt = restoredSeq;
        if (hook == null) {
            thread.start();
        }
    }

    private static PartReader reader(final byte[] bytes) {
        return new PartReader() {
            private int position;

            @Override
            public long length() {
                return bytes.length;
            }

            @Override
            public int read(final byte[] target, final int offset, final int length) {
                Objects.checkFromIndexSize(offset, length, target.length);
                final int count = Math.min(length, bytes.length - position);
                System.arraycopy(bytes, position, target, offset, count);
                position += count;
                return count;
            }
        };
    }

    /** The last command before the first result of this follower. */
    long beganAt() {
        return beganAt;
    }

    /** Passes the result of a command on. */
    void onResult(final byte[] bytes, final int offset, final int length) {
        put(RESULT, bytes, offset, length);
    }

    private void put(final int kind, final byte[] bytes, final int offset, final int length) {
        if (isDetached) {
            return;
        }
        waitingSinceNs = 0;
        if (!pipe.put(kind, bytes, offset, length, this::awaitRoom)) {
            return;
        }
        if (isAsleep) {
            wake();
        }
    }

    private void wake() {
        isAsleep = false;
        if (hook == null) {
            LockSupport.unpark(thread);
        } else {
            hook.run();
        }
    }

    private boolean awaitRoom() {
        final long nowNs = System.nanoTime();
        final long read = pipe.read();
        if (waitingSinceNs == 0 || read != readAtWait) {
            waitingSinceNs = nowNs;
            readAtWait = read;
        } else if (nowNs - waitingSinceNs > TimeUnit.MILLISECONDS.toNanos(STILL_MS)) {
            fail("has held up the node for " + STILL_MS + " ms");
        }
        if (isAsleep) {
            wake();
        }
        LockSupport.parkNanos(PARK_NS);
        return !isDetached;
    }

    /** Requests the follower's part of a snapshot after the last result. */
    void capture() {
        snapshots++;
        captureDeadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mayBeDetached() ? CAPTURE_MS : STILL_MS);
        final byte[] number = new byte[Integer.BYTES];
        FollowerPipe.putInt(number, 0, (int) snapshots);
        while (!isDetached && !pipe.hasRoom(number.length) && captureDeadlineNs - System.nanoTime() > 0) {
            LockSupport.parkNanos(PARK_NS);
        }
        if (pipe.hasRoom(number.length)) {
            put(CAPTURE, number, 0, number.length);
        }
    }

    /**
     * Returns the follower's part at the last {@link #capture}. A snapshot without the part would lose the follower's
     * state once the log before it is purged: so a follower that may not be detached ends the node if its part is late
     * or cannot be written. A follower without state has a part without bytes.
     *
     * @return the part; null if the snapshot is taken without it
     */
    @Nullable
    StatePart captured() {
        try {
            while (!isDetached) {
                final Captured captured =
                        captures.poll(Math.max(0, captureDeadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (captured == null) {
                    late();
                    return null;
                }
                if (captured.snapshot == (int) snapshots) {
                    return captured.part == null ? none() : written(captured.part);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    private @Nullable StatePart none() {
        return mayBeDetached() ? null : new StatePart(name(), new byte[0]);
    }

    private void late() {
        if (mayBeDetached()) {
            System.err.println("daybook cluster node: a snapshot omits the part of follower " + name()
                    + ", which was not ready within " + CAPTURE_MS + " ms");
        } else {
            fail("has not given its part of a snapshot in " + STILL_MS + " ms");
        }
    }

    /** Returns whether the node continues without this follower if it fails. */
    boolean mayBeDetached() {
        return attachment.onFailure() == OnFailure.DETACH;
    }

    private @Nullable StatePart written(final FollowerPart part) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            part.writeTo((bytes, offset, length) -> {
                if (length > mostBytes - out.size()) {
                    throw new IllegalStateException("it has more than " + mostBytes + " bytes");
                }
                out.write(bytes, offset, length);
            });
        } catch (RuntimeException e) {
            if (mayBeDetached()) {
                System.err.println("daybook cluster node: a snapshot omits the part of follower " + name() + ": " + e);
            } else {
                fail("cannot write its part of a snapshot: " + e);
            }
            return null;
        }
        return new StatePart(name(), out.toByteArray());
    }

    /** Runs on the follower's thread, as do the methods below. */
    private void run() {
        while (!isDetached && !(isClosed && pipe.isEmpty())) {
            if (hear(LIMIT) == 0) {
                isAsleep = true; // set before the last check, so that a later result wakes the thread
                if (hear(LIMIT) == 0) {
                    LockSupport.parkNanos(PAUSE_NS);
                }
                isAsleep = false;
            }
        }
    }

    /**
     * Passes pending results to the follower, on the polling thread; only if its attachment has a hook.
     *
     * @return the number of frames passed on; after 0 the hook is called when more come
     */
    int poll(final int limit) {
        isAsleep = false;
        int count = hear(limit);
        if (count == 0) {
            isAsleep = true; // set before the last check, so that a later result wakes the thread
            count = hear(limit);
            isAsleep = count == 0;
        }
        return count;
    }

    /** The last result that the follower has received. Called by the polling thread. */
    long heard() {
        return seq;
    }

    /** Returns about how many bytes of results the follower has yet to receive. Any thread may call this. */
    long unheardBytes() {
        return pipe.unread();
    }

    private int hear(final int limit) {
        if (isDetached) {
            return 0;
        }
        try {
            final int count = pipe.poll(frames, limit);
            if (isBatchOpen && (count < limit || pipe.isEmpty())) {
                isBatchOpen = false;
                attachment.follower().onBatchEnd();
            }
            return count;
        } catch (RuntimeException | Error e) {
            fail("has failed: " + e);
            return 0;
        }
    }

    private void onFrame(final int kind, final byte[] bytes, final int length) {
        if (kind == RESULT) {
            result.wrap(bytes, 0, length);
            if (result.seq() != seq + 1) {
                throw new IllegalStateException("it has received seq " + seq + ", and the next is " + result.seq());
            }
            seq = result.seq();
            isBatchOpen = true;
            attachment.follower().onResult(result, false);
        } else {
            final Captured captured = new Captured(
                    FollowerPipe.getInt(bytes, 0), attachment.follower().capture());
            while (!captures.offer(captured)) {
                captures.poll(); // no caller waits any more for the oldest one
            }
        }
    }

    /** Fails the follower: it receives nothing more, or the node ends. Any thread may call this. */
    private void fail(final String why) {
        final String failure = "follower " + name() + " " + why;
        if (attachment.onFailure() == OnFailure.HALT) {
            halt.halt(failure);
        } else if (!isDetached) {
            System.err.println(
                    "daybook cluster node: " + failure + "; the node continues without it until its next start");
        }
        isDetached = true;
    }

    /** Detaches the follower, because the log no longer names it. */
    void detach() {
        isDetached = true;
    }

    /** Closes the follower when the node ends; it still receives the results in its ring. Any thread may call this. */
    void close() {
        isClosed = true;
    }

    /** Returns whether the follower is detached, and receives nothing more. Any thread may call this. */
    boolean isDetached() {
        return isDetached;
    }

    /** Returns whether the follower will receive nothing more. Any thread may call this. */
    boolean isDrained() {
        return isDetached || isClosed && pipe.isEmpty();
    }
}
