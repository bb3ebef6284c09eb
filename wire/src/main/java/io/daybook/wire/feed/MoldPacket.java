package io.daybook.wire.feed;

import io.daybook.wire.Bytes;

/**
 * A packet of a feed's lines, as MoldUDP64 1.00 of Nasdaq describes it: a header, then messages, each behind its
 * length. Big-endian; the messages themselves are not.
 *
 * <pre>
 * 0                  10           18          20
 * | session 10 bytes | number u64 | count u16 | count × (length u16, message)
 * </pre>
 *
 * <p>The number is that of the first message, or of the next one where there is none: then it is a heartbeat. A request
 * is a header alone, from which number and how many messages are wanted.
 */
public final class MoldPacket {
    /** The bytes of the header, and of a request. */
    public static final int HEADER_LENGTH = 20;

    /** The bytes of a session's name. */
    public static final int SESSION_LENGTH = 10;

    /** The bytes before each message. */
    public static final int MESSAGE_HEADER_LENGTH = 2;

    /** The most messages that one packet counts. */
    public static final int MAX_COUNT = 0xFFFE;

    /** The count of a packet that ends a session; this venue never ends one. */
    public static final int END_OF_SESSION = 0xFFFF;

    /** No datagram is longer. */
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

    /** Writes a message behind its length, and returns the bytes of both. */
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

    /** How many messages there are. */
    public static int count(final byte[] bytes, final int at) {
        return Bytes.getBigU16(bytes, at + COUNT_OFFSET);
    }

    /** The length of the message whose length stands here. */
    public static int messageLength(final byte[] bytes, final int at) {
        return Bytes.getBigU16(bytes, at);
    }

    /**
     * Whether a packet is what it says: numbers that can be, and as many whole messages of the feed's schema as it
     * counts, with nothing behind.
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

    /** Whether there are so many whole messages of the feed's schema, each behind its length, and nothing else. */
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
