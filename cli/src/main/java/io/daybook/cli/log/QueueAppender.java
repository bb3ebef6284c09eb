package io.daybook.cli.log;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lines on their way to a thread that writes them. Threads of the exchange log too, and none of them may wait for a
 * disk or for the reader of a pipe. If the queue is full, lines are dropped, and the next written line contains their
 * number.
 */
final class QueueAppender extends AsyncAppender {
    static final int LINES = 4_096;

    private static final int FLUSH_MS = 10_000;

    private final AtomicLong dropped = new AtomicLong();

    QueueAppender() {
        setName("queue");
        setQueueSize(LINES);
        setDiscardingThreshold(0);
        setNeverBlock(true);
        setMaxFlushTime(FLUSH_MS);
    }

    /**
     * Adds a line. Only one thread at a time may do so: otherwise another could take the last free place between the
     * check and the addition.
     */
    @Override
    protected synchronized void append(final ILoggingEvent line) {
        if (getRemainingCapacity() == 0) {
            dropped.incrementAndGet();
        } else {
            super.append(line);
        }
    }

    /** Returns the number of lines that were dropped since the last call. */
    long takeDropped() {
        return dropped.getAndSet(0);
    }
}
