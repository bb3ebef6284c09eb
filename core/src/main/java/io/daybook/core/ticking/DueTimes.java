package io.daybook.core.ticking;

import io.daybook.engine.matching.terms.DueListener;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The time at which each book is due. The threads of the books write it without locks and, once a book has its place,
 * without allocation; one thread reads it.
 *
 * <pre>
 *   chunk 0: books 0 to 63      chunk 1: the next 128      chunk 2: the next 256 …
 * </pre>
 */
public final class DueTimes implements DueListener {
    private static final int FIRST_SHIFT = 6;
    private static final int FIRST_BOOKS = 1 << FIRST_SHIFT;
    private static final int CHUNKS = Integer.SIZE - FIRST_SHIFT;

    private final AtomicReferenceArray<Chunk> chunks = new AtomicReferenceArray<>(CHUNKS);

    /** No book is due before this time; it may be too early, and {@link #forEachDue} makes it exact. */
    private final AtomicLong earliestNs = new AtomicLong(NEVER);

    private final Runnable onEarlier;

    /**
     * Creates it without due books.
     *
     * @param onEarlier called when a book becomes due before all others, on the thread of that book
     */
    public DueTimes(final Runnable onEarlier) {
        this.onEarlier = onEarlier;
    }

    /** The times of neighbouring books, each after its symbol. */
    private static final class Chunk {
        final int[] symbols;
        final AtomicLongArray times;

        Chunk(final int books) {
            symbols = new int[books];
            times = new AtomicLongArray(books);
            for (int i = 0; i < books; i++) {
                times.setPlain(i, NEVER);
            }
        }
    }

    @Override
    public void onDue(final int symbolIndex, final int symbol, final long dueNs) {
        final Chunk chunk = chunkOf(symbolIndex);
        final int at = offsetOf(symbolIndex);
        chunk.symbols[at] = symbol;
        chunk.times.set(at, dueNs);
        if (dueNs < earliestNs.getAndAccumulate(dueNs, Math::min)) {
            onEarlier.run();
        }
    }

    private Chunk chunkOf(final int symbolIndex) {
        final int number = chunkNumber(symbolIndex);
        final Chunk known = chunks.get(number);
        if (known != null) {
            return known;
        }
        final Chunk made = new Chunk(FIRST_BOOKS << number);
        final Chunk before = chunks.compareAndExchange(number, null, made);
        return before == null ? made : before;
    }

    private static int chunkNumber(final int symbolIndex) {
        return Integer.SIZE - 1 - FIRST_SHIFT - Integer.numberOfLeadingZeros(symbolIndex + FIRST_BOOKS);
    }

    private static int offsetOf(final int symbolIndex) {
        final int shifted = symbolIndex + FIRST_BOOKS;
        return shifted - Integer.highestOneBit(shifted);
    }

    /** No book is due before this time, ns since the epoch. Any thread. */
    long earliestNs() {
        return earliestNs.get();
    }

    /** Visits the books that are due; one thread at a time. */
    void forEachDue(final long nowNs, final Visitor visitor) {
        earliestNs.set(NEVER); // before the times are read: a book that writes its time later lowers this again
        long first = NEVER;
        for (int number = 0; number < CHUNKS; number++) {
            final Chunk chunk = chunks.get(number);
            for (int at = 0; chunk != null && at < chunk.symbols.length; at++) {
                final long dueNs = chunk.times.get(at);
                first = Math.min(first, dueNs);
                if (dueNs != NEVER && dueNs <= nowNs) {
                    visitor.onDue((FIRST_BOOKS << number) - FIRST_BOOKS + at, chunk.symbols[at], dueNs);
                }
            }
        }
        earliestNs.accumulateAndGet(first, Math::min);
    }

    /**
     * Removes a due time after a refused TICK: the book is gone. If another book has taken its place and set a time,
     * that time stays.
     */
    void forget(final int symbolIndex, final long dueNs) {
        chunkOf(symbolIndex).times.compareAndSet(offsetOf(symbolIndex), dueNs, NEVER);
    }

    @FunctionalInterface
    interface Visitor {
        void onDue(int symbolIndex, int symbol, long dueNs);
    }
}
