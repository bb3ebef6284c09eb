package io.daybook.journal;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A replay whose reading, checking and unpacking happens on a thread of its own, a little ahead of the caller, who takes the blocks. The
 * consumer sees the same calls in the same order on the same thread; what the reading throws reaches the caller behind the last block that
 * was read before it. For one replay.
 */
final class ReplayAhead {

    /** What is read. */
    interface Source {
        /** Delivers blocks and marks; gives the last seq delivered. */
        long replay(ReplayConsumer consumer) throws IOException;
    }

    private static final int STRETCHES = 4;

    private final BlockingQueue<ReplayStretch> free = new ArrayBlockingQueue<>(STRETCHES + 1);
    private final BlockingQueue<ReplayStretch> full = new ArrayBlockingQueue<>(STRETCHES);

    private volatile boolean abandoned;

    /** Reads from a source and delivers to a consumer, on the calling thread, until the source ends or one of the two throws. */
    long replay(Source source, ReplayConsumer consumer) throws IOException {
        for (int i = 0; i < STRETCHES; i++) {
            free.add(new ReplayStretch());
        }
        final Thread reader = new Thread(() -> read(source), "daybook-replay-reader");
        reader.setDaemon(true);
        reader.start();
        try {
            ReplayStretch stretch = take(full);
            while (!stretch.isLast()) {
                stretch.deliver(consumer);
                stretch.clear();
                free.add(stretch);
                stretch = take(full);
            }
            stretch.deliver(consumer);
            return stretch.result();
        } finally {
            abandoned = true;
            free.offer(new ReplayStretch()); // it may wait for one
            join(reader);
        }
    }

    private void read(Source source) {
        final Filler filler = new Filler();
        long lastSeq = 0;
        Throwable failure = null;
        try {
            lastSeq = source.replay(filler);
        } catch (Throwable t) { // the root of a thread; the caller throws it
            failure = t;
        }
        if (!abandoned) {
            filler.stretch.end(lastSeq, failure);
            full.add(filler.stretch);
        }
    }

    /** Waits without an end: the other side always comes with something. An interrupt stays set. */
    private static ReplayStretch take(BlockingQueue<ReplayStretch> queue) {
        boolean interrupted = false;
        @Nullable ReplayStretch taken = null;
        while (taken == null) {
            try {
                taken = queue.take();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return taken;
    }

    /** The files are closed when this returns. */
    private static void join(Thread reader) {
        boolean interrupted = false;
        while (reader.isAlive()) {
            try {
                reader.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The reader's end: fills one stretch after the other. */
    private final class Filler implements ReplayConsumer {
        private ReplayStretch stretch = take(free);

        @Override
        public void onBlock(
                long firstSeq,
                int count,
                long firstTimestampNs,
                int codecVersion,
                byte[] block,
                int offset,
                int length) {
            handOverIfFull();
            stretch.addBlock(firstSeq, count, firstTimestampNs, codecVersion, block, offset, length);
        }

        @Override
        public void onSnapshotMark(long seq, long stateHash) {
            handOverIfFull();
            stretch.addMark(seq, stateHash);
        }

        private void handOverIfFull() {
            if (stretch.isFull()) {
                full.add(stretch);
                stretch = take(free);
            }
            if (abandoned) {
                throw new IllegalStateException("nobody takes what is read");
            }
        }
    }
}
