package io.daybook.core.snapshot;

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
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
