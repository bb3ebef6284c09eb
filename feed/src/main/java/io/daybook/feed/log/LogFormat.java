package io.daybook.feed.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The bytes of a feed log: segments named by the number of their first message, each a header and frames,
 * little-endian.
 *
 * <pre>
 *  segment   0       8         12        16           32            40        44     48            56     60
 *          | magic | version | channel | exchangeId | firstNumber | restart | zero | beginTimeNs | zero | crc |
 *
 *  frame     0     4        8             16      20     24       32
 *          | crc | length | firstNumber | count | zero | timeNs | messages |
 * </pre>
 *
 * <p>Version, channel, restart, length, count and the checksums have four bytes; a checksum is the CRC-32C of the rest
 * of its header, and in a frame also of its messages. {@code length} counts the bytes of the messages: each comes after
 * its length, two bytes, big-endian, as in a packet. {@code timeNs} is the time of the last group up to the end of the
 * frame, and {@code beginTimeNs} the time of the last group before the segment, 0 if none is known.
 */
final class LogFormat {
    static final int VERSION = 1;
    static final int SEGMENT_HEADER_LENGTH = 64;
    static final int FRAME_HEADER_LENGTH = 32;

    /** A frame is written before its messages become longer than this. */
    static final int MAX_MESSAGES_LENGTH = 64 << 10;

    static final int LENGTH_OFFSET = 4;
    static final int FIRST_NUMBER_OFFSET = 8;
    static final int COUNT_OFFSET = 16;
    static final int TIME_OFFSET = 24;

    /** The number of bytes of the length before a message. */
    static final int PREFIX_LENGTH = 2;

    private static final long MAGIC = 0x3130_4445_4546_4244L; // DBFEED01
    private static final int VERSION_OFFSET = 8;
    private static final int CHANNEL_OFFSET = 12;
    private static final int EXCHANGE_OFFSET = 16;
    private static final int SEGMENT_FIRST_OFFSET = 32;
    private static final int RESTART_OFFSET = 40;
    private static final int BEGIN_TIME_OFFSET = 48;
    private static final int SEGMENT_CRC_OFFSET = 60;
    private static final int DIGITS = 20;
    private static final String SUFFIX = ".feed";

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LogFormat() {}

    static String fileName(final long firstNumber) {
        return String.format("%0" + DIGITS + "d", firstNumber) + SUFFIX;
    }

    /** Returns the first number in a file name; 0 if the name is not one of a segment. */
    static long firstNumber(final String name) {
        return name.matches("\\d{" + DIGITS + "}" + SUFFIX) && name.charAt(0) == '0'
                ? Long.parseLong(name.substring(0, DIGITS))
                : 0;
    }

    static byte[] segmentHeader(
            final UUID exchange, final int restart, final int channel, final long firstNumber, final long timeNs) {
        final byte[] header = new byte[SEGMENT_HEADER_LENGTH];
        putLong(header, 0, MAGIC);
        putInt(header, VERSION_OFFSET, VERSION);
        putInt(header, CHANNEL_OFFSET, channel);
        putLong(header, EXCHANGE_OFFSET, exchange.getMostSignificantBits());
        putLong(header, EXCHANGE_OFFSET + Long.BYTES, exchange.getLeastSignificantBits());
        putLong(header, SEGMENT_FIRST_OFFSET, firstNumber);
        putInt(header, RESTART_OFFSET, restart);
        putLong(header, BEGIN_TIME_OFFSET, timeNs);
        putInt(header, SEGMENT_CRC_OFFSET, crc(header, 0, SEGMENT_CRC_OFFSET));
        return header;
    }

    /** Returns whether a header is valid. */
    static boolean isSound(final byte[] header) {
        return getLong(header, 0) == MAGIC && getInt(header, SEGMENT_CRC_OFFSET) == crc(header, 0, SEGMENT_CRC_OFFSET);
    }

    static int version(final byte[] header) {
        return getInt(header, VERSION_OFFSET);
    }

    static int restart(final byte[] header) {
        return getInt(header, RESTART_OFFSET);
    }

    static long beginTimeNs(final byte[] header) {
        return getLong(header, BEGIN_TIME_OFFSET);
    }

    /** Returns whether a valid header belongs to a channel of an exchange. */
    static boolean isOf(final byte[] header, final UUID exchange, final int channel, final long firstNumber) {
        return getLong(header, EXCHANGE_OFFSET) == exchange.getMostSignificantBits()
                && getLong(header, EXCHANGE_OFFSET + Long.BYTES) == exchange.getLeastSignificantBits()
                && getInt(header, CHANNEL_OFFSET) == channel
                && getLong(header, SEGMENT_FIRST_OFFSET) == firstNumber;
    }

    static int crc(final byte[] bytes, final int offset, final int length) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    static int getInt(final byte[] bytes, final int offset) {
        return (int) INT.get(bytes, offset);
    }

    static long getLong(final byte[] bytes, final int offset) {
        return (long) LONG.get(bytes, offset);
    }

    static void putInt(final byte[] bytes, final int offset, final int value) {
        INT.set(bytes, offset, value);
    }

    static void putLong(final byte[] bytes, final int offset, final long value) {
        LONG.set(bytes, offset, value);
    }

    /** Returns the length that is stored before a message. */
    static int messageLength(final byte[] bytes, final int offset) {
        return (bytes[offset] & 0xFF) << Byte.SIZE | bytes[offset + 1] & 0xFF;
    }
}
