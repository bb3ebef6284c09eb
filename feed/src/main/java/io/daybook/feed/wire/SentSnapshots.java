package io.daybook.feed.wire;

import io.daybook.feed.MessageBlock;
import io.daybook.wire.feed.FeedDescriptor;

/**
 * The newest messages of a channel's snapshots, for those who have lost some on their way. A message takes the place of
 * the one that is a whole memory older. Used by one thread.
 */
final class SentSnapshots {
    /** So many are kept: what a book of as many orders sends, which is some milliseconds of the fastest cycle. */
    static final int MESSAGES = 1 << 14;

    private static final int SLOT_LENGTH = FeedDescriptor.MAX_LENGTH;

    private final byte[] slots = new byte[MESSAGES * SLOT_LENGTH];
    private final byte[] lengths = new byte[MESSAGES];
    private long first;
    private long next;

    /** The next message. Where its number is not one more than that of the message before, nothing older is kept. */
    void put(final long number, final byte[] bytes, final int offset, final int length) {
        final int index = (int) number & MESSAGES - 1;
        System.arraycopy(bytes, offset, slots, index * SLOT_LENGTH, length);
        lengths[index] = (byte) length;
        first = number == next ? Math.max(first, number + 1 - MESSAGES) : number;
        next = number + 1;
    }

    /**
     * Reads messages from a number on: as many as the block has room for, and are wanted.
     *
     * @return how many came; 0 where the first is not there
     */
    int read(final long number, final int wanted, final MessageBlock block) {
        block.clear();
        if (number < first) {
            return 0;
        }
        boolean hasRoom = true;
        for (long n = number; n < next && n - number < wanted && hasRoom; n++) {
            final int index = (int) n & MESSAGES - 1;
            hasRoom = block.append(slots, index * SLOT_LENGTH, lengths[index]);
        }
        return block.count();
    }
}
