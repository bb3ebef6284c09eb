package io.daybook.wire.feed;

import io.daybook.wire.Bytes;

/**
 * A packet of a feed's lines, as in Nasdaq's MoldUDP64 1.00: a header, then messages, each after its length. It is
 * big-endian, except for the messages themselves.
 *
 * <pre>
 * 0                  10           18          20
 * | session 10 bytes | number u64 | count u16 | count × (length u16, message)
 * </pre>
 *
 * <p>The number belongs to the first message. A packet without messages is a heartbeat, and its number belongs to the
 * next message. A request is only a header, with the first number and the count of the requested messages.
 */
public final class MoldPacket {
    /** The bytes of the header, and of a request. */
    public static final int HEADER_LENGTH = 20;

    /** The bytes of a session's name. */
    public static final int SESSION_LENGTH = 10;

    /** The bytes before each message. */
    public static final int MESSAGE_HEADER_LENGTH = 2;

    /** The most messages of one packet. */
    public static final int MAX_COUNT = 0xFFFE;

    /** The count of a packet that ends a session; this venue never ends one. */
    public static final int END_OF_SESSION = 0xFFFF;

    /** The longest datagram. */
    public static final int MAX_LENGTH = 1 << 16;

    private static final int NUMBER_OFFSET = 10;
    private static final int COUNT_OFFSET = 18;

    private MoldPacket() {}

    /**
     * Writes a header, and returns its length.
     *
     * @param session {@value #SESSION_LENGTH} bytes
     */
    public static int header(
            final byte[] bytes, final int at, final byte[] session, final long number, final int count) {
        System.arraycopy(session, 0, bytes, at, SESSION_LENGTH);
        Bytes.putBigI64(bytes, at + NUMBER_OFFSET, number);
        Bytes.putBigU16(bytes, at + COUNT_OFFSET, count);
        return HEADER_LENGTH;
    }

    /** Writes a message after its length, and returns the bytes of both. */
    public static int message(
            final byte[] bytes, final int at, final byte[] message, final int offset, final int length) {
        Bytes.putBigU16(bytes, at, length);
        System.arraycopy(message, offset, bytes, at + MESSAGE_HEADER_LENGTH, length);
        return MESSAGE_HEADER_LENGTH + length;
    }

    /** The number of the first message. */
    public static long number(final byte[] bytes, final int at) {
        return Bytes.getBigI64(bytes, at + NUMBER_OFFSET);
    }

    /** Returns how many messages there are. */
    public static int count(final byte[] bytes, final int at) {
        return Bytes.getBigU16(bytes, at + COUNT_OFFSET);
    }

    /** The message length at this place. */
    public static int messageLength(final byte[] bytes, final int at) {
        return Bytes.getBigU16(bytes, at);
    }

    /**
     * Returns whether a packet is valid: possible numbers, and as many complete messages of the feed's schema as it
     * counts, with nothing after them.
     */
    public static boolean isSound(final byte[] bytes, final int at, final int length) {
        if (length < HEADER_LENGTH || count(bytes, at) == END_OF_SESSION) {
            return false;
        }
        final int count = count(bytes, at);
        final long number = number(bytes, at);
        return number >= 1
                && number <= Long.MAX_VALUE - MAX_COUNT
                && areMessages(bytes, at + HEADER_LENGTH, length - HEADER_LENGTH, count);
    }

    /**
     * Returns whether there are this many complete messages of the feed's schema, each after its length, and nothing
     * else.
     */
    public static boolean areMessages(final byte[] bytes, final int at, final int length, final int count) {
        int place = 0;
        for (int i = 0; i < count; i++) {
            if (place + MESSAGE_HEADER_LENGTH > length) {
                return false;
            }
            final int message = messageLength(bytes, at + place);
            final int begin = place + MESSAGE_HEADER_LENGTH;
            if (message < FeedDescriptor.HEADER_LENGTH
                    || begin + message > length
                    || FeedDescriptor.schema(bytes, at + begin) != FeedDescriptor.SCHEMA) {
                return false;
            }
            place = begin + message;
        }
        return place == length;
    }
}
