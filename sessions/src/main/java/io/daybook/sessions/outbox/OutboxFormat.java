package io.daybook.sessions.outbox;

import io.daybook.wire.Bytes;
import java.util.zip.CRC32C;

/**
 * The format of a session's files of messages, little-endian. The name of a file is the number of its first message, 20
 * digits and {@code .out}. A file has a header, and then records without gaps. The bytes after the last valid record
 * are ignored.
 *
 * <pre>
 *        0            4             8             12          16              24
 * header | "DBOX" u32 | version u32 | session u32 | epoch u32 | first out u64 | first time i64 |
 *        32                               40                            48           52
 *        | first out of the file before u64 | bytes of that one u64     | crc32c u32 | zero u32 |
 *        0             8             16            20          24              28
 * record | out u64     | seq i64     | ordinal u32 | length u32| crc32c u32    | the message: a frame of TCP …
 * </pre>
 *
 * <p>The fields about the previous file show whether that file is missing or short, without reading it. The checksum of
 * a record covers its first 24 bytes and the message, which are the bytes that the session book determines.
 */
public final class OutboxFormat {
    public static final int HEADER_LENGTH = 56;
    /** The number of bytes of a record before its message. */
    public static final int RECORD_LENGTH = 28;

    public static final String SUFFIX = ".out";

    private static final int MAGIC = 0x584F4244;
    private static final int VERSION = 1;
    private static final int NAME_DIGITS = 20;

    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 4;
    private static final int SESSION_OFFSET = 8;
    private static final int EPOCH_OFFSET = 12;
    private static final int FIRST_OUT_OFFSET = 16;
    private static final int FIRST_TIME_OFFSET = 24;
    private static final int PREVIOUS_OUT_OFFSET = 32;
    private static final int PREVIOUS_LENGTH_OFFSET = 40;
    private static final int HEADER_CRC_OFFSET = 48;
    private static final int HEADER_ZERO_OFFSET = 52;

    private static final int OUT_OFFSET = 0;
    private static final int SEQ_OFFSET = 8;
    private static final int ORDINAL_OFFSET = 16;
    private static final int LENGTH_OFFSET = 20;
    private static final int CRC_OFFSET = 24;

    private OutboxFormat() {}

    public static String fileName(final long firstOut) {
        return String.format("%0" + NAME_DIGITS + "d" + SUFFIX, firstOut);
    }

    static boolean isFileName(final String name) {
        return name.length() == NAME_DIGITS + SUFFIX.length()
                && name.endsWith(SUFFIX)
                && name.chars().limit(NAME_DIGITS).allMatch(digit -> digit >= '0' && digit <= '9');
    }

    static void encodeHeader(
            final byte[] bytes,
            final int session,
            final int epoch,
            final long firstOut,
            final long firstTimeNs,
            final long previousOut,
            final long previousLength) {
        Bytes.putI32(bytes, MAGIC_OFFSET, MAGIC);
        Bytes.putI32(bytes, VERSION_OFFSET, VERSION);
        Bytes.putI32(bytes, SESSION_OFFSET, session);
        Bytes.putI32(bytes, EPOCH_OFFSET, epoch);
        Bytes.putI64(bytes, FIRST_OUT_OFFSET, firstOut);
        Bytes.putI64(bytes, FIRST_TIME_OFFSET, firstTimeNs);
        Bytes.putI64(bytes, PREVIOUS_OUT_OFFSET, previousOut);
        Bytes.putI64(bytes, PREVIOUS_LENGTH_OFFSET, previousLength);
        Bytes.putI32(bytes, HEADER_CRC_OFFSET, headerCrc(bytes));
        Bytes.putI32(bytes, HEADER_ZERO_OFFSET, 0);
    }

    /** Returns whether some bytes are the header of a session's file, of the current epoch. */
    static boolean isHeader(final byte[] bytes, final int length, final int session, final int epoch) {
        return length >= HEADER_LENGTH
                && Bytes.getI32(bytes, MAGIC_OFFSET) == MAGIC
                && Bytes.getI32(bytes, VERSION_OFFSET) == VERSION
                && Bytes.getI32(bytes, SESSION_OFFSET) == session
                && Bytes.getI32(bytes, EPOCH_OFFSET) == epoch
                && Bytes.getI32(bytes, HEADER_CRC_OFFSET) == headerCrc(bytes);
    }

    static long firstOut(final byte[] header) {
        return Bytes.getI64(header, FIRST_OUT_OFFSET);
    }

    static long firstTimeNs(final byte[] header) {
        return Bytes.getI64(header, FIRST_TIME_OFFSET);
    }

    /** The first message of the previous file; 0 if there was none. */
    static long previousOut(final byte[] header) {
        return Bytes.getI64(header, PREVIOUS_OUT_OFFSET);
    }

    /** The length of the previous file, in bytes. */
    static long previousLength(final byte[] header) {
        return Bytes.getI64(header, PREVIOUS_LENGTH_OFFSET);
    }

    private static int headerCrc(final byte[] header) {
        final CRC32C crc = new CRC32C();
        crc.update(header, 0, HEADER_CRC_OFFSET);
        return (int) crc.getValue();
    }

    /** Writes the header before a message that is in place already. Returns its checksum. */
    static int encodeRecord(
            final byte[] bytes,
            final int offset,
            final long out,
            final long seq,
            final int ordinal,
            final int length,
            final CRC32C crc) {
        Bytes.putI64(bytes, offset + OUT_OFFSET, out);
        Bytes.putI64(bytes, offset + SEQ_OFFSET, seq);
        Bytes.putI32(bytes, offset + ORDINAL_OFFSET, ordinal);
        Bytes.putI32(bytes, offset + LENGTH_OFFSET, length);
        final int sum = recordCrc(bytes, offset, length, crc);
        Bytes.putI32(bytes, offset + CRC_OFFSET, sum);
        return sum;
    }

    static int recordCrc(final byte[] bytes, final int offset, final int length, final CRC32C crc) {
        crc.reset();
        crc.update(bytes, offset, CRC_OFFSET);
        crc.update(bytes, offset + RECORD_LENGTH, length);
        return (int) crc.getValue();
    }

    /** Returns whether a complete, valid record with this number is at an offset. */
    static boolean isRecord(
            final byte[] bytes, final int offset, final int available, final long out, final CRC32C crc) {
        if (available < RECORD_LENGTH || out(bytes, offset) != out) {
            return false;
        }
        final int length = length(bytes, offset);
        return length > 0
                && length <= available - RECORD_LENGTH
                && crc(bytes, offset) == recordCrc(bytes, offset, length, crc);
    }

    /** The number of the message in a record. */
    public static long out(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + OUT_OFFSET);
    }

    /** The seq of the result from which the record's message follows. */
    public static long seq(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + SEQ_OFFSET);
    }

    /** The length of a record's message. */
    public static int length(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + LENGTH_OFFSET);
    }

    static int crc(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + CRC_OFFSET);
    }
}
