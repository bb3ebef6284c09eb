package io.daybook.core.snapshot;

import java.util.function.Supplier;

/**
 * Runs work on files by threads that others may have interrupted: an interrupt closes a file channel. A flag that a
 * listener or caller has set is restored when the work is done.
 */
public final class Uninterrupted {
    private Uninterrupted() {}

    /** Runs something with no interrupt pending; one that was pending is restored afterwards. */
    public static void run(final Runnable work) {
        final boolean interrupted = Thread.interrupted();
        try {
            work.run();
        } finally {
            restore(interrupted);
        }
    }

    /** The same, with a result. */
    public static <T> T get(final Supplier<T> work) {
        final boolean interrupted = Thread.interrupted();
        try {
            return work.get();
        } finally {
            restore(interrupted);
        }
    }

    private static void restore(final boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
