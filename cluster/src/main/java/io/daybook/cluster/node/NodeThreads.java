package io.daybook.cluster.node;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Ends a node's own threads: after closing a node the caller may start it again at once, in the same process and
 * folder.
 */
final class NodeThreads {
    private static final long LONGEST_END_MS = TimeUnit.SECONDS.toMillis(10);

    private NodeThreads() {}

    /**
     * Interrupts a thread and waits for its end, at most ten seconds, or until the caller is interrupted; a thread that
     * was not started has ended. A thread that still runs is reported on standard error.
     */
    static void end(final Thread thread) {
        end(thread, LONGEST_END_MS, System.err::println);
    }

    /** Ends a thread with another time limit; {@code notes} receives the report of a thread that still runs. */
    static void end(final Thread thread, final long longestMs, final Consumer<String> notes) {
        thread.interrupt();
        try {
            thread.join(longestMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            notes.accept("daybook cluster node: the thread " + thread.getName() + " has not ended: end this process"
                    + " before the node is started again");
        }
    }
}
