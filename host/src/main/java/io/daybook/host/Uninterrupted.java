package io.daybook.host;

import java.util.function.Supplier;

/**
 * Runs work on files by threads that others may have interrupted: an interrupt closes a file channel. A flag that was
 * set before, or that code of others leaves within the work, is set again when the work is done. Work may be nested.
 */
public final class Uninterrupted {
    private static final ThreadLocal<Uninterrupted> OF_THREAD = ThreadLocal.withInitial(Uninterrupted::new);

    private int depth;
    private boolean interrupted;

    private Uninterrupted() {}

    /** Runs something with no interrupt pending. */
    public static void run(final Runnable work) {
        final Uninterrupted own = OF_THREAD.get();
        own.begin();
        try {
            work.run();
        } finally {
            own.end();
        }
    }

    /** The same, with a result. */
    public static <T> T get(final Supplier<T> work) {
        final Uninterrupted own = OF_THREAD.get();
        own.begin();
        try {
            return work.get();
        } finally {
            own.end();
        }
    }

    /** Code of others was called within such work: the files behind that call do not find what flag it has left. */
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
