package io.daybook.feed;

/**
 * Messages in a row as packets carry them: before each its length, two bytes, big-endian (as MoldUDP64 has it). The
 * bytes begin behind room that the owner fills in with a header of its own. Used by one thread.
 */
public final class MessageBlock {
    private static final int LENGTH_BYTES = 2;

    private final byte[] bytes;
    private final int start;
    private int end;
    private int count;

    /**
     * An empty block.
     *
     * @param headRoom bytes in front that are the owner's
     * @param capacity bytes for messages and their lengths
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

    /** Forgets its messages. */
    public void clear() {
        end = start;
        count = 0;
    }

    /**
     * Appends a message.
     *
     * @return false where it has no room: nothing has changed
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

    /** The whole array: the owner's room, then the messages. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the first message's length stands. */
    public int start() {
        return start;
    }

    /** Where the messages end. */
    public int end() {
        return end;
    }

    /** How many messages there are. */
    public int count() {
        return count;
    }
}
