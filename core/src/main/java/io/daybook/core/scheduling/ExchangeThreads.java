package io.daybook.core.scheduling;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The threads that belong to an exchange, on which listeners and the actions of futures may run: they must not wait
 * there for themselves. Any thread.
 */
public final class ExchangeThreads {

    /** What a thread does for the exchange. */
    public enum Role {
        /** Works on the ring. */
        STAGE,
        /** Writes snapshots, and completes nothing else. */
        SNAPSHOTS,
        /** Closes the exchange, or delivers what a failure has left. */
        CLOSER
    }

    private final Map<Thread, Role> roles = new ConcurrentHashMap<>();

    /** The calling thread works for the exchange from now on. */
    public void enter(final Role role) {
        roles.put(Thread.currentThread(), role);
    }

    /** Work that is done in a role, and only that. */
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

    /** Whether the calling thread is one of the exchange. */
    public boolean isOwn() {
        return roles.containsKey(Thread.currentThread());
    }

    /** Whether the calling thread is one of the exchange that does this. */
    public boolean isOwn(final Role role) {
        return roles.get(Thread.currentThread()) == role;
    }
}
