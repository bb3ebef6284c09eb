package io.daybook.journal.format;

import static io.daybook.journal.format.FrameDescriptor.getInt;
import static io.daybook.journal.format.FrameDescriptor.getLong;
import static io.daybook.journal.format.FrameDescriptor.putInt;
import static io.daybook.journal.format.FrameDescriptor.putLong;

import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The format of CLOSED, a mark, {@code .retiring} and the registration of a follower: 64 bytes, little-endian.
 *
 * <pre>
 *   0           8               12     16                   24
 *   | magic (8) | formatVersion | zero | exchangeIdHigh (8) | exchangeIdLow (8) |
 *   32          40              48     60
 *   | first (8) | second (8)    | zero | crc32c of 0..59    |
 * </pre>
 *
 * @param flaw why the values must not be used; null if they may be used
 * @param formatVersion the version found, if the block is not damaged
 * @param first the first value, whose meaning depends on the magic
 * @param second the second value; zero if there is none
 */
public record SmallBlock(@Nullable Flaw flaw, int formatVersion, long first, long second) {
    public static final int LENGTH = 64;

    private static final int FORMAT_VERSION = 1;

    private static final int MAGIC_OFFSET = 0;
    private static final int FORMAT_VERSION_OFFSET = 8;
    private static final int EXCHANGE_ID_HIGH_OFFSET = 16;
    private static final int EXCHANGE_ID_LOW_OFFSET = 24;
    private static final int FIRST_OFFSET = 32;
    private static final int SECOND_OFFSET = 40;
    private static final int CRC_OFFSET = LENGTH - Integer.BYTES;

    /** The flaws of a block, in the order in which they are checked. */
    public enum Flaw {
        DAMAGED,
        OTHER_VERSION,
        OTHER_EXCHANGE
    }

    public static byte[] encode(
            final long magic,
            final long exchangeIdHigh,
            final long exchangeIdLow,
            final long first,
            final long second) {
        final byte[] block = new byte[LENGTH];
        putLong(block, MAGIC_OFFSET, magic);
        putInt(block, FORMAT_VERSION_OFFSET, FORMAT_VERSION);
        putLong(block, EXCHANGE_ID_HIGH_OFFSET, exchangeIdHigh);
        putLong(block, EXCHANGE_ID_LOW_OFFSET, exchangeIdLow);
        putLong(block, FIRST_OFFSET, first);
        putLong(block, SECOND_OFFSET, second);
        putInt(block, CRC_OFFSET, crc(block));
        return block;
    }

    /**
     * Reads a block.
     *
     * @param block the first 64 bytes of a file
     * @param length the length of the file
     * @param lowest the lowest valid {@code first} value
     */
    public static SmallBlock decode(
            final byte[] block,
            final long length,
            final long magic,
            final long exchangeIdHigh,
            final long exchangeIdLow,
            final long lowest) {
        final int version = getInt(block, FORMAT_VERSION_OFFSET);
        final long first = getLong(block, FIRST_OFFSET);
        final Flaw flaw;
        if (length != LENGTH || getLong(block, MAGIC_OFFSET) != magic || getInt(block, CRC_OFFSET) != crc(block)) {
            flaw = Flaw.DAMAGED;
        } else if (version != FORMAT_VERSION) {
            flaw = Flaw.OTHER_VERSION;
        } else if (getLong(block, EXCHANGE_ID_HIGH_OFFSET) != exchangeIdHigh
                || getLong(block, EXCHANGE_ID_LOW_OFFSET) != exchangeIdLow) {
            flaw = Flaw.OTHER_EXCHANGE;
        } else {
            flaw = first < lowest ? Flaw.DAMAGED : null;
        }
        return new SmallBlock(flaw, version, first, getLong(block, SECOND_OFFSET));
    }

    private static int crc(final byte[] block) {
        final CRC32C crc = new CRC32C();
        crc.update(block, 0, CRC_OFFSET);
        return (int) crc.getValue();
    }
}
