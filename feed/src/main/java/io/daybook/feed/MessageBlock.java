package io.daybook.feed;

/**
 * Consecutive messages in the form of packets: each after its length, two bytes, big-endian (as in MoldUDP64). The
 * owner of the block may write a header into the room before them. Used by one thread.
 */
public final class MessageBlock {
    private static final int LENGTH_BYTES = 2;

    private final byte[] bytes;
    private final int start;
    private int end;
    private int count;

    /**
     * Creates an empty block.
     *
     * @param headRoom the number of bytes before the messages, for the owner's header
     * @param capacity the number of bytes for messages and their lengths
     */
    public MessageBlock(final int headRoom, final int capacity) {
        if (headRoom < 0 || capacity < LENGTH_BYTES) {
            throw new IllegalArgumentException("headRoom must be at least 0 and capacity at least " + LENGTH_BYTES
                    + ": headRoom=" + headRoom + " capacity=" + capacity);
        }
        bytes = new byte[headRoom + capacity];
        start = headRoom;
        end = headRoom;
    }

    /** Removes all messages. */
    public void clear() {
        end = start;
        count = 0;
    }

    /**
     * Appends a message.
     *
     * @return false if it does not fit; then nothing has changed
     */
    public boolean append(final byte[] message, final int offset, final int length) {
        if (length > bytes.length - end - LENGTH_BYTES) {
            return false;
        }
        bytes[end] = (byte) (length >>> Byte.SIZE);
        bytes[end + 1] = (byte) length;
        System.arraycopy(message, offset, bytes, end + LENGTH_BYTES, length);
        end += LENGTH_BYTES + length;
        count++;
        return true;
    }

    /** The whole array: the room for the owner's header, then the messages. */
    public byte[] bytes() {
        return bytes;
    }

    /** Offset of the first message's length. */
    public int start() {
        return start;
    }

    /** Offset after the last message. */
    public int end() {
        return end;
    }

    /** The number of messages. */
    public int count() {
        return count;
    }
}
