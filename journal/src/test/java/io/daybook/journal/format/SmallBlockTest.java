package io.daybook.journal.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.daybook.journal.format.SmallBlock.Flaw;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

final class SmallBlockTest {
    private static final long MAGIC = 0x4B4D_4B4F_4F42_5944L;
    private static final long HIGH = 0x0102_0304_0506_0708L;
    private static final long LOW = 0x1112_1314_1516_1718L;

    private static byte[] block() {
        return SmallBlock.encode(MAGIC, HIGH, LOW, 0x2122, 0x3132);
    }

    private static Flaw flawOf(final byte[] block) {
        return SmallBlock.decode(block, block.length, MAGIC, HIGH, LOW, 1).flaw();
    }

    /** A block with one byte changed and a valid checksum. */
    private static byte[] with(final int offset, final int value) {
        final byte[] block = block();
        block[offset] = (byte) value;
        final CRC32C crc = new CRC32C();
        crc.update(block, 0, 60);
        for (int i = 0; i < 4; i++) {
            block[60 + i] = (byte) (crc.getValue() >>> 8 * i);
        }
        return block;
    }

    @Test
    void shouldLieOnTheDiskAsItIsDrawn() {
        assertEquals(
                "4459424f4f4b4d4b" + "0100000000000000" + "0807060504030201" + "1817161514131211" + "2221000000000000"
                        + "3231000000000000" + "000000000000000000000000",
                HexFormat.of().formatHex(block(), 0, 60));
        assertEquals(HexFormat.of().formatHex(with(8, 1)), HexFormat.of().formatHex(block()), "crc32c of 0 to 59");
    }

    @Test
    void shouldReadWhatItWrote() {
        final SmallBlock read = SmallBlock.decode(block(), 64, MAGIC, HIGH, LOW, 1);
        assertNull(read.flaw());
        assertEquals(0x2122, read.first());
        assertEquals(0x3132, read.second());
    }

    @Test
    void shouldNameWhatIsWrongWithABlock() {
        for (int bit = 0; bit < 64 * 8; bit++) {
            final byte[] block = block();
            block[bit / 8] ^= (byte) (1 << bit % 8);
            assertEquals(Flaw.DAMAGED, flawOf(block), "bit " + bit);
        }
        assertEquals(
                Flaw.DAMAGED,
                SmallBlock.decode(block(), 65, MAGIC, HIGH, LOW, 1).flaw());
        assertEquals(
                Flaw.DAMAGED,
                SmallBlock.decode(block(), 64, MAGIC + 1, HIGH, LOW, 1).flaw());
        assertEquals(
                Flaw.DAMAGED,
                SmallBlock.decode(block(), 64, MAGIC, HIGH, LOW, 0x2123).flaw());
        assertEquals(Flaw.OTHER_VERSION, flawOf(with(8, 2)));
        assertEquals(Flaw.OTHER_EXCHANGE, flawOf(with(16, 0)));
        assertEquals(Flaw.OTHER_EXCHANGE, flawOf(with(24, 0)));
    }

    /** The fields of a later format must not be interpreted. */
    @Test
    void shouldCallALaterFormatByItsNameWhateverItHolds() {
        final byte[] later = SmallBlock.encode(MAGIC, 0, 0, -1, 0);
        later[8] = 2;
        final CRC32C crc = new CRC32C();
        crc.update(later, 0, 60);
        for (int i = 0; i < 4; i++) {
            later[60 + i] = (byte) (crc.getValue() >>> 8 * i);
        }
        assertEquals(Flaw.OTHER_VERSION, flawOf(later));
    }
}
