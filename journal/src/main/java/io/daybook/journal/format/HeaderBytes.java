package io.daybook.journal.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A block of {@value #LENGTH} bytes, zero where nothing is written, with a CRC32C of the other bytes in its last four:
 * the shape of IDENTITY and of segment headers. Uses Chronicle Bytes on the heap, which need no JVM flags.
 */
public final class HeaderBytes {
    public static final int LENGTH = 4096;
    public static final int CRC_OFFSET = LENGTH - Integer.BYTES;

    static {
        // Chronicle writes in the machine's order, and the format is little-endian.
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalStateException("the journal needs a little-endian machine");
        }
    }

    private HeaderBytes() {}

    public static int crc(final byte[] block) {
        final CRC32C crc = new CRC32C();
        crc.update(block, 0, CRC_OFFSET);
        return (int) crc.getValue();
    }

    public static void seal(final byte[] block) {
        FrameDescriptor.putInt(block, CRC_OFFSET, crc(block));
    }

    public static int storedCrc(final byte[] block) {
        return FrameDescriptor.getInt(block, CRC_OFFSET);
    }

    /** Writes the length (4 bytes), then the text. */
    public static void writeText(
            final Bytes<?> block, final long lengthOffset, final long textOffset, final String text) {
        final byte[] utf8 = text.getBytes(UTF_8);
        block.writeInt(lengthOffset, utf8.length);
        for (int i = 0; i < utf8.length; i++) {
            block.writeByte(textOffset + i, utf8[i]);
        }
    }

    public static String readText(
            final Bytes<?> block, final long lengthOffset, final long textOffset, final int maxLength) {
        final int length = block.readInt(lengthOffset);
        if (length < 0 || length > maxLength) {
            throw new IllegalArgumentException("a text of " + length + " bytes");
        }
        final byte[] utf8 = new byte[length];
        for (int i = 0; i < length; i++) {
            utf8[i] = block.readByte(textOffset + i);
        }
        return new String(utf8, UTF_8);
    }

    public static String hex(final int crc) {
        return String.format("%08x", crc);
    }
}
