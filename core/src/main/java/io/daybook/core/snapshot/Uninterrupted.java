package io.daybook.core.snapshot;

import java.util.function.Supplier;

/**
 * Work on files by threads that others may have interrupted: an interrupt closes a file channel. A flag that a listener or caller has set
 * waits until the files are let go of.
 */
public final class Uninterrupted {
    private Uninterrupted() {}

    /** Does something with no interrupt pending; one that was is there again afterwards. */
    public static void run(final Runnable work) {
        final boolean interrupted = Thread.interrupted();
        try {
            work.run();
        } finally {
            restore(interrupted);
        }
    }

    /** The same for what gives something. */
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
