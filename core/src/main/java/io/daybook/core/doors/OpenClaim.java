package io.daybook.core.doors;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The slots that one thread has claimed through one door and not yet handed over. That thread writes this record with
 * plain stores and no fence; other threads see the values a little late. The record outlives its door, and refers to
 * door and thread weakly.
 */
public final class OpenClaim extends WeakReference<ThreadDoor> {
    private static final long NONE = CommandRing.FULL;
    private static final VarHandle FIRST;

    static {
        try {
            FIRST = MethodHandles.lookup().findVarHandle(OpenClaim.class, "first", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final WeakReference<Thread> thread;
    private final String threadName;

    private long first = NONE;
    private long last = NONE;

    /** Creates a record without an open claim. */
    public OpenClaim(final Thread thread, final ThreadDoor door, final @Nullable ReferenceQueue<ThreadDoor> collected) {
        super(door, collected);
        this.thread = new WeakReference<>(thread);
        this.threadName = thread.getName();
    }

    /** Records a claim. Only the claiming thread calls it. */
    public void open(final long firstSequence, final long lastSequence) {
        last = lastSequence;
        FIRST.setRelease(this, firstSequence);
    }

    /**
     * Records that the slots are handed over. Only the claiming thread calls it, or another thread once the claiming
     * thread has ended.
     */
    public void close() {
        FIRST.setRelease(this, NONE);
    }

    boolean isOpen() {
        return (long) FIRST.getAcquire(this) != NONE;
    }

    /** The first of the claimed slots. For the claiming thread. */
    public long first() {
        return first;
    }

    /** The last of the claimed slots. For the claiming thread. */
    public long last() {
        return last;
    }

    /** Whether a slot is among the claimed slots. Any thread; exact if the claim stays open meanwhile. */
    boolean covers(final long sequence) {
        final long from = (long) FIRST.getAcquire(this);
        return from != NONE && from <= sequence && sequence <= last;
    }

    /** The thread's name, and whether the thread has ended. */
    public String claimant() {
        final Thread live = thread.get();
        return live != null && live.isAlive()
                ? "thread \"" + live.getName() + "\""
                : "thread \"" + threadName + "\", which has ended";
    }
}
