package io.daybook.feed.wire;

import io.daybook.feed.MessageBlock;
import io.daybook.wire.feed.FeedDescriptor;

/**
 * The newest messages of a channel's snapshots, for subscribers that lost some messages. A message replaces the one
 * that is {@link #MESSAGES} older. Used by one thread.
 */
final class SentSnapshots {
    /**
     * The number of messages that are kept. The snapshot of a book with this many orders fits; at the fastest cycle,
     * this many messages are sent in some milliseconds.
     */
    static final int MESSAGES = 1 << 14;

    private static final int SLOT_LENGTH = FeedDescriptor.MAX_LENGTH;

    private final byte[] slots = new byte[MESSAGES * SLOT_LENGTH];
    private final byte[] lengths = new byte[MESSAGES];
    private long first;
    private long next;

    /** Adds the next message. If its number does not follow the last one, drops the older messages. */
    void put(final long number, final byte[] bytes, final int offset, final int length) {
        final int index = (int) number & MESSAGES - 1;
        System.arraycopy(bytes, offset, slots, index * SLOT_LENGTH, length);
        lengths[index] = (byte) length;
        first = number == next ? Math.max(first, number + 1 - MESSAGES) : number;
        next = number + 1;
    }

    /**
     * Reads messages from a number on: as many as are wanted and fit into the block.
     *
     * @return the number of messages that were read; 0 if the first is not stored
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
