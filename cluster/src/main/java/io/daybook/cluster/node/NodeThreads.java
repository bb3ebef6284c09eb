package io.daybook.cluster.node;

import java.util.concurrent.TimeUnit;

/** The ends of a node's own threads: who closes a node may start it again at once, in the same process and folder. */
final class NodeThreads {
    private static final long LONGEST_END_MS = TimeUnit.SECONDS.toMillis(10);

    private NodeThreads() {}

    /**
     * Interrupts a thread and waits for its end, at most ten seconds, or until the caller is interrupted; one that was
     * not started has ended.
     */
    static void end(final Thread thread) {
        thread.interrupt();
        try {
            thread.join(LONGEST_END_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
