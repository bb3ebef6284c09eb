package io.daybook.host;

import java.util.function.Supplier;

/**
 * Runs work on files on threads that may have been interrupted, because an interrupt closes a file channel. An
 * interrupt flag that was set before, or during the work, is set again afterwards. Work may be nested.
 */
public final class Uninterrupted {
    private static final ThreadLocal<Uninterrupted> OF_THREAD = ThreadLocal.withInitial(Uninterrupted::new);

    private int depth;
    private boolean interrupted;

    private Uninterrupted() {}

    /** Runs work with no interrupt pending. */
    public static void run(final Runnable work) {
        final Uninterrupted own = OF_THREAD.get();
        own.begin();
        try {
            work.run();
        } finally {
            own.end();
        }
    }

    /** Runs work with no interrupt pending, and returns its result. */
    public static <T> T get(final Supplier<T> work) {
        final Uninterrupted own = OF_THREAD.get();
        own.begin();
        try {
            return work.get();
        } finally {
            own.end();
        }
    }

    /**
     * Clears the interrupt flag after uninterrupted work has called foreign code, so that later file operations do not
     * see it.
     */
    public static void clear() {
        OF_THREAD.get().takeFlag();
    }

    private void begin() {
        depth++;
        takeFlag();
    }

    private void takeFlag() {
        if (depth > 0 && Thread.interrupted()) {
            interrupted = true;
        }
    }

    private void end() {
        depth--;
        if (depth == 0 && interrupted) {
            interrupted = false;
            Thread.currentThread().interrupt();
        }
    }
}
