package io.daybook.core.doors;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The slots that one thread has claimed through one door and not yet handed over. Written by that thread, with plain
 * stores and no fence; read by any other, a little late. Outlives its door, which it refers to weakly, as it does to
 * the thread.
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

    /** Nothing is claimed yet. */
    public OpenClaim(final Thread thread, final ThreadDoor door, final @Nullable ReferenceQueue<ThreadDoor> collected) {
        super(door, collected);
        this.thread = new WeakReference<>(thread);
        this.threadName = thread.getName();
    }

    /** Slots were claimed; by the one thread. */
    public void open(final long firstSequence, final long lastSequence) {
        last = lastSequence;
        FIRST.setRelease(this, firstSequence);
    }

    /** They are handed over; by the one thread, or by another once that has ended. */
    public void close() {
        FIRST.setRelease(this, NONE);
    }

    /** Any thread. */
    boolean isOpen() {
        return (long) FIRST.getAcquire(this) != NONE;
    }

    /** The first of the claimed slots; by the one thread. */
    public long first() {
        return first;
    }

    /** The last of them; by the one thread. */
    public long last() {
        return last;
    }

    /** Whether a slot is one of them. Any thread; exact for a claim that stays open. */
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
