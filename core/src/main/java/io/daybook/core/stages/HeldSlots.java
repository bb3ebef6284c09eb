package io.daybook.core.stages;

/**
 * Marks the delivered slots that hold events or references to release, with one bit for each slot of a ring. Most slots
 * hold nothing, and are not read again once followers have passed them. Used by the thread that delivers and frees.
 */
final class HeldSlots {
    private static final int WORD_SHIFT = 6;
    private static final int WORD_MASK = Long.SIZE - 1;

    private final long[] words;
    private final int mask;

    /**
     * Creates it without marks.
     *
     * @param ringSize a power of two, 64 at least
     */
    HeldSlots(final int ringSize) {
        this.words = new long[ringSize >>> WORD_SHIFT];
        this.mask = ringSize - 1;
    }

    /** Marks the slot of a sequence. */
    void add(final long sequence) {
        final int slot = (int) sequence & mask;
        words[slot >>> WORD_SHIFT] |= 1L << slot;
    }

    /**
     * Removes the first mark.
     *
     * @param from the sequence at which to begin
     * @param last the sequence at which to end, less than a ring after {@code from}
     * @return the sequence of that mark, or {@code last + 1} if there is none
     */
    long takeFirst(final long from, final long last) {
        long at = from;
        while (at <= last) {
            final int slot = (int) at & mask;
            final long left = words[slot >>> WORD_SHIFT] >>> slot;
            if (left != 0) {
                at += Long.numberOfTrailingZeros(left);
                if (at <= last) {
                    words[slot >>> WORD_SHIFT] &= ~(1L << (int) at);
                    return at;
                }
                return last + 1;
            }
            at += Long.SIZE - (slot & WORD_MASK);
        }
        return last + 1;
    }
}
