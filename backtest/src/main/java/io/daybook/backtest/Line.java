package io.daybook.backtest;

import io.daybook.wire.Bytes;

/**
 * The messages of one line that are under way, first in, first out; none is due before the message ahead of it. A ring
 * of bytes, in which no message wraps around:
 *
 * <pre>
 * 0     8        16       20       24
 * | due | number | length | unused | the message, filled up to a multiple of 8 |
 * </pre>
 */
final class Line {
    /** The {@link #dueNs} of a line without messages. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int HEADER_LENGTH = 24;
    private static final int NUMBER_OFFSET = 8;
    private static final int LENGTH_OFFSET = 16;
    private static final int NOT_WRAPPED = -1;
    private static final int FIRST_CAPACITY = 1 << 12;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int head;
    private int tail;
    private int count;

    /**
     * The end of the messages in the upper part of the ring; the next message is at index 0. {@link #NOT_WRAPPED} while
     * all messages are in one part.
     */
    private int wrappedAt = NOT_WRAPPED;

    private long lastDueNs = Long.MIN_VALUE;
    private long dueNs = NEVER;

    /** The time at which the first message is due; {@link #NEVER} if there is none. */
    long dueNs() {
        return dueNs;
    }

    /** The number of the first message, as it was given to {@link #append}. */
    long number() {
        return Bytes.getI64(bytes, head + NUMBER_OFFSET);
    }

    /** The array with all messages; {@link #append} may replace it. */
    byte[] bytes() {
        return bytes;
    }

    /** The index of the first message in {@link #bytes}. */
    int first() {
        return head + HEADER_LENGTH;
    }

    /** The length of the first message. */
    int firstLength() {
        return Bytes.getI32(bytes, head + LENGTH_OFFSET);
    }

    /**
     * Adds a message. The caller writes it to {@link #bytes}, from the returned offset on.
     *
     * @param atNs when the message would be due if no message were ahead of it
     * @param number decides which message goes first if messages of several lines are due at the same time
     */
    int append(final long atNs, final long number, final int length) {
        final int needed = sizeOf(length);
        makeRoom(needed);
        lastDueNs = Math.max(lastDueNs, atNs);
        dueNs = count == 0 ? lastDueNs : dueNs;
        final int at = tail;
        Bytes.putI64(bytes, at, lastDueNs);
        Bytes.putI64(bytes, at + NUMBER_OFFSET, number);
        Bytes.putI32(bytes, at + LENGTH_OFFSET, length);
        tail = at + needed;
        count++;
        return at + HEADER_LENGTH;
    }

    private static int sizeOf(final int length) {
        return HEADER_LENGTH + (length + Long.BYTES - 1 & -Long.BYTES);
    }

    private void makeRoom(final int needed) {
        while (true) {
            if (tail + needed <= (wrappedAt == NOT_WRAPPED ? bytes.length : head)) {
                return;
            }
            if (wrappedAt == NOT_WRAPPED && needed <= head) {
                wrappedAt = tail;
                tail = 0;
                return;
            }
            grow();
        }
    }

    /** Removes the first message. Its bytes stay until the next {@link #append}. */
    void remove() {
        head += sizeOf(firstLength());
        count--;
        if (count == 0) {
            head = 0;
            tail = 0;
            wrappedAt = NOT_WRAPPED;
            dueNs = NEVER;
            return;
        }
        if (head == wrappedAt) {
            head = 0;
            wrappedAt = NOT_WRAPPED;
        }
        dueNs = Bytes.getI64(bytes, head);
    }

    private void grow() {
        final byte[] larger = new byte[2 * bytes.length];
        final int upper = (wrappedAt == NOT_WRAPPED ? tail : wrappedAt) - head;
        System.arraycopy(bytes, head, larger, 0, upper);
        if (wrappedAt != NOT_WRAPPED) {
            System.arraycopy(bytes, 0, larger, upper, tail);
            tail += upper;
        } else {
            tail = upper;
        }
        bytes = larger;
        head = 0;
        wrappedAt = NOT_WRAPPED;
    }
}
