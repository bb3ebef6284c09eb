package io.daybook.wire;

/**
 * The front of every message: the Simple Open Framing Header, big-endian, then the header of Simple Binary Encoding,
 * little-endian (FIX Trading Community's standards SOFH 1.0 and SBE 1.0). The message's block follows, then, in
 * PLACE_TERMS alone, a group.
 *
 * <pre>
 * 0              4               6               8              10           12            14
 * | length u32be | 0xEB50 u16be | blockLength u16 | template u16 | schema u16 | version u16 | block …
 * </pre>
 *
 * <p>The length counts all bytes, including its own. The checks return a position, and never throw; the descriptors can
 * read a frame that passed them without further checks.
 */
public final class Frame {
    /** The bytes before the block. */
    public static final int HEADER_LENGTH = 14;

    /** The longest frame. */
    public static final int MAX_LENGTH = 1024;

    /** The schema's number. */
    public static final int SCHEMA = 1;

    /** The schema's version. */
    public static final int VERSION = 1;

    /** The result of a check without a fault. */
    public static final int OK = -1;

    /** The template's place in the frame. The checks return it for an unknown message. */
    public static final int TEMPLATE_OFFSET = 8;

    static final int MAGIC = 0xEB50;

    static final int LENGTH_OFFSET = 0;
    static final int MAGIC_OFFSET = 4;
    static final int BLOCK_LENGTH_OFFSET = 6;
    static final int SCHEMA_OFFSET = 10;
    static final int VERSION_OFFSET = 12;

    private Frame() {}

    /** The bytes of the whole frame. */
    public static int length(final byte[] bytes, final int offset) {
        return Bytes.getBigI32(bytes, offset + LENGTH_OFFSET);
    }

    /** The bytes of the block. */
    public static int blockLength(final byte[] bytes, final int offset) {
        return Bytes.getU16(bytes, offset + BLOCK_LENGTH_OFFSET);
    }

    /** The message's number, see {@link Templates}. */
    public static int template(final byte[] bytes, final int offset) {
        return Bytes.getU16(bytes, offset + TEMPLATE_OFFSET);
    }

    /**
     * Finds a frame at the front of the bytes read. A wrong length or magic number is found before the rest arrives.
     *
     * @param available the number of bytes read, from {@code offset} on
     * @return the length of a complete frame with a valid header; 0 if more bytes are needed; or, negative, the
     *     complement ({@code ~}) of the faulty byte's place in the frame
     */
    public static int scan(final byte[] bytes, final int offset, final int available) {
        if (available < MAGIC_OFFSET) {
            return 0;
        }
        final int length = length(bytes, offset);
        if (length < HEADER_LENGTH || length > MAX_LENGTH) {
            return ~LENGTH_OFFSET;
        }
        if (available < BLOCK_LENGTH_OFFSET) {
            return 0;
        }
        if (Bytes.getBigU16(bytes, offset + MAGIC_OFFSET) != MAGIC) {
            return ~MAGIC_OFFSET;
        }
        if (available < length) {
            return 0;
        }
        if (Bytes.getU16(bytes, offset + SCHEMA_OFFSET) != SCHEMA) {
            return ~SCHEMA_OFFSET;
        }
        if (Bytes.getU16(bytes, offset + VERSION_OFFSET) < VERSION) {
            return ~VERSION_OFFSET;
        }
        return blockLength(bytes, offset) > length - HEADER_LENGTH ? ~BLOCK_LENGTH_OFFSET : length;
    }

    /** Writes the front of a frame without a group, and returns its length. */
    static int encode(final byte[] bytes, final int offset, final int template, final int blockLength) {
        return encode(bytes, offset, template, blockLength, 0);
    }

    static int encode(
            final byte[] bytes, final int offset, final int template, final int blockLength, final int groupLength) {
        final int length = HEADER_LENGTH + blockLength + groupLength;
        Bytes.putBigI32(bytes, offset + LENGTH_OFFSET, length);
        Bytes.putBigU16(bytes, offset + MAGIC_OFFSET, MAGIC);
        Bytes.putU16(bytes, offset + BLOCK_LENGTH_OFFSET, blockLength);
        Bytes.putU16(bytes, offset + TEMPLATE_OFFSET, template);
        Bytes.putU16(bytes, offset + SCHEMA_OFFSET, SCHEMA);
        Bytes.putU16(bytes, offset + VERSION_OFFSET, VERSION);
        return length;
    }

    /**
     * Checks the size of a message whose frame {@link #scan} has accepted: a block at least as long as the known one,
     * and nothing after it.
     *
     * @return {@link #OK}, or the faulty byte's place in the frame
     */
    static int checkSize(final byte[] bytes, final int offset, final int knownBlockLength) {
        final int blockLength = blockLength(bytes, offset);
        if (blockLength < knownBlockLength) {
            return BLOCK_LENGTH_OFFSET;
        }
        return HEADER_LENGTH + blockLength == length(bytes, offset) ? OK : LENGTH_OFFSET;
    }

    /** Checks that a range is zero. Returns {@link #OK}, or the place in the frame of the first other byte. */
    static int checkZero(final byte[] bytes, final int offset, final int place, final int length) {
        final int found = Bytes.firstNonZero(bytes, offset + place, length);
        return found == OK ? OK : found - offset;
    }
}
