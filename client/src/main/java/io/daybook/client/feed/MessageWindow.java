package io.daybook.client.feed;

import io.daybook.wire.Bytes;
import io.daybook.wire.feed.FeedDescriptor;
import java.util.Arrays;

/**
 * The newest messages by number, up to a fixed count: messages that arrived before their turn, and applied ones that
 * may be needed again. A message takes the place of the message that is a whole window older. The window keeps only the
 * known part of a message that is longer than in this version. Used by one thread.
 */
final class MessageWindow {
    /** The result if there is no message. */
    static final long NONE = 0;

    private static final int SLOT_LENGTH = 64;

    private final byte[] slots;
    private final long[] numbers;
    private final byte[] lengths;
    private final int mask;

    /** Creates a window of a number of messages, a power of two. */
    MessageWindow(final int messages) {
        slots = new byte[messages * SLOT_LENGTH];
        numbers = new long[messages];
        lengths = new byte[messages];
        mask = messages - 1;
    }

    boolean has(final long number) {
        return numbers[(int) number & mask] == number;
    }

    byte[] bytes() {
        return slots;
    }

    int offset(final long number) {
        return ((int) number & mask) * SLOT_LENGTH;
    }

    int length(final long number) {
        return lengths[(int) number & mask];
    }

    /** Keeps a message, numbered from 1; it replaces the one in its place. */
    void put(final long number, final byte[] bytes, final int offset, final int length) {
        final int index = (int) number & mask;
        final int kept = Math.min(length, SLOT_LENGTH);
        System.arraycopy(bytes, offset, slots, index * SLOT_LENGTH, kept);
        if (length > kept && FeedDescriptor.blockLength(bytes, offset) <= length - FeedDescriptor.HEADER_LENGTH) {
            Bytes.putU16(
                    slots,
                    index * SLOT_LENGTH,
                    Math.min(FeedDescriptor.blockLength(bytes, offset), kept - FeedDescriptor.HEADER_LENGTH));
        }
        numbers[index] = number;
        lengths[index] = (byte) kept;
    }

    /** The first kept number in a range, both ends included; {@link #NONE} if there is none. */
    long first(final long from, final long to) {
        final long last = Math.min(to, from + numbers.length - 1);
        for (long number = from; number <= last; number++) {
            if (has(number)) {
                return number;
            }
        }
        return NONE;
    }

    void clear() {
        Arrays.fill(numbers, NONE);
    }
}
