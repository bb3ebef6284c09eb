package io.daybook.engine.matching;

/**
 * Which slots of an array are in use: a hierarchy of bitmaps, 64 slots to a word, that finds the next one in a few
 * instructions. The words above the lowest are touched only where one of these empties or begins. For at most 2^18
 * slots.
 */
final class SlotBits {
    /** Slots of a word. */
    static final int WORD_SLOTS = 64;

    private static final int WORD_SHIFT = 6;

    private final long[] words; // a bit for each slot in use
    private final long[] summary; // a bit for each word that is not 0
    private long top; // a bit for each word of the summary that is not 0

    /**
     * No slot in use.
     *
     * @param slots how many there are, a multiple of {@value #WORD_SLOTS}
     */
    SlotBits(final int slots) {
        words = new long[slots >>> WORD_SHIFT];
        summary = new long[(words.length + WORD_SLOTS - 1) >>> WORD_SHIFT];
    }

    /** Whether no slot is in use. */
    boolean isEmpty() {
        return top == 0;
    }

    /** How many slots are in use; looks at every word. */
    int count() {
        int count = 0;
        for (final long bits : words) {
            count += Long.bitCount(bits);
        }
        return count;
    }

    boolean isMarked(final int slot) {
        return (word(slot) >>> slot & 1) != 0;
    }

    /** The word that a slot is in. */
    long word(final int slot) {
        return words[slot >>> WORD_SHIFT];
    }

    /** A slot is in use, as it may have been already. */
    void mark(final int slot) {
        final int word = slot >>> WORD_SHIFT;
        final long before = words[word];
        words[word] = before | 1L << slot;
        if (before == 0) {
            summarise(word);
        }
    }

    /**
     * A slot is no longer in use, or still is: without a branch, since either is as likely.
     *
     * @param emptied 1 if nothing is left in the slot, 0 otherwise
     */
    void unmark(final int slot, final int emptied) {
        final int word = slot >>> WORD_SHIFT;
        final long bits = words[word] & ~((long) emptied << slot);
        words[word] = bits;
        if (bits == 0) {
            summarise(word);
        }
    }

    /** {@link #unmark} of one slot, and {@link #mark} of another. */
    void move(final int from, final int emptied, final int to) {
        final long[] array = words;
        final int fromWord = from >>> WORD_SHIFT;
        final long left = array[fromWord] & ~((long) emptied << from);
        array[fromWord] = left;
        if (left == 0) {
            summarise(fromWord);
        }
        final int toWord = to >>> WORD_SHIFT;
        final long before = array[toWord];
        array[toWord] = before | 1L << to;
        if (before == 0) {
            summarise(toWord);
        }
    }

    /**
     * Brings the words above one up to date, which has emptied or begun. One method for both, and too long for C2 to
     * inline where it is as rare as that: its callers stay short.
     */
    private void summarise(final int word) {
        final int at = word >>> WORD_SHIFT;
        final long bit = 1L << word;
        final long bits = words[word] == 0 ? summary[at] & ~bit : summary[at] | bit;
        summary[at] = bits;
        final long topBit = 1L << at;
        top = bits == 0 ? top & ~topBit : top | topBit;
    }

    /** The first slot in use at an index or after it, or, round the end, before it; there must be one. */
    int nextFrom(final int slot) {
        final long bits = word(slot) >>> slot;
        if (bits != 0) {
            return slot + Long.numberOfTrailingZeros(bits);
        }
        int word = nextWord((slot >>> WORD_SHIFT) + 1);
        if (word < 0) {
            word = nextWord(0);
        }
        return (word << WORD_SHIFT) + Long.numberOfTrailingZeros(words[word]);
    }

    /** Throws when the bitmaps contradict each other. */
    void validate() {
        for (int word = 0; word < words.length; word++) {
            if ((words[word] != 0) != (((summary[word >>> WORD_SHIFT] >>> word) & 1) != 0)) {
                throw new IllegalStateException("summary must agree with the bitmap: word=" + word);
            }
        }
        for (int i = 0; i < summary.length; i++) {
            if ((summary[i] != 0) != (((top >>> i) & 1) != 0)) {
                throw new IllegalStateException("top must agree with the summary: i=" + i);
            }
        }
    }

    /** The first word in use at an index or after it, or −1. */
    private int nextWord(final int from) {
        if (from >= words.length) {
            return -1;
        }
        final int at = from >>> WORD_SHIFT;
        final long bits = summary[at] >>> from;
        if (bits != 0) {
            return from + Long.numberOfTrailingZeros(bits);
        }
        final long later = top & (-2L << at);
        if (later == 0) {
            return -1;
        }
        final int index = Long.numberOfTrailingZeros(later);
        return (index << WORD_SHIFT) + Long.numberOfTrailingZeros(summary[index]);
    }
}
