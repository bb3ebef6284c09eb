package io.daybook.core.scheduling;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The threads of an exchange. They may run listeners and the actions of futures. Such code must not wait for the
 * exchange, because its thread would wait for itself. Any thread.
 */
public final class ExchangeThreads {

    /** The role of a thread in the exchange. */
    public enum Role {
        /** Works on the ring. */
        STAGE,
        /** Writes snapshots, and completes no other future. */
        SNAPSHOTS,
        /** Closes the exchange, or delivers the rest after a failure. */
        CLOSER
    }

    private final Map<Thread, Role> roles = new ConcurrentHashMap<>();

    /** Records that the calling thread works for the exchange from now on. */
    public void enter(final Role role) {
        roles.put(Thread.currentThread(), role);
    }

    /** Wraps work so that its thread has a role while it runs. */
    public Runnable in(final Role role, final Runnable work) {
        return () -> {
            final Role before = roles.put(Thread.currentThread(), role);
            try {
                work.run();
            } finally {
                leave(before);
            }
        };
    }

    private void leave(final @Nullable Role before) {
        if (before == null) {
            roles.remove(Thread.currentThread());
        } else {
            roles.put(Thread.currentThread(), before);
        }
    }

    /** Whether the calling thread belongs to the exchange. */
    public boolean isOwn() {
        return roles.containsKey(Thread.currentThread());
    }

    /** Whether the calling thread has this role in the exchange. */
    public boolean isOwn(final Role role) {
        return roles.get(Thread.currentThread()) == role;
    }
}
