package io.daybook.cluster.node;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The ends of a node's own threads: who closes a node may start it again at once, in the same process and folder. */
final class NodeThreads {
    private static final long LONGEST_END_MS = TimeUnit.SECONDS.toMillis(10);

    private NodeThreads() {}

    /**
     * Interrupts a thread and waits for its end, at most ten seconds, or until the caller is interrupted; one that was
     * not started has ended. Standard error names one that goes on.
     */
    static void end(final Thread thread) {
        end(thread, LONGEST_END_MS, System.err::println);
    }

    /** The same with another patience, and somebody else who is told. */
    static void end(final Thread thread, final long longestMs, final Consumer<String> notes) {
        thread.interrupt();
        try {
            thread.join(longestMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            notes.accept("daybook cluster node: the thread " + thread.getName() + " has not ended, and goes on in this"
                    + " process: end the process before the node is started again");
        }
    }
}
