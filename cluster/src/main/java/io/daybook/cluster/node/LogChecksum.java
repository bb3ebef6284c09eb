package io.daybook.cluster.node;

import io.aeron.archive.checksum.Checksum;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * CRC-32C of frames in Aeron's buffers. Aeron's own class needs JDK internals, and so a second flag; this class copies
 * the bytes instead. Used by one thread at a time.
 */
final class LogChecksum implements Checksum {
    private final CRC32C crc = new CRC32C();
    private final UnsafeBuffer frame = new UnsafeBuffer();
    private final byte[] copy = new byte[1 << 12];

    @Override
    public int compute(final long address, final int offset, final int length) {
        frame.wrap(address + offset, length);
        crc.reset();
        for (int at = 0; at < length; ) {
            final int piece = Math.min(length - at, copy.length);
            frame.getBytes(at, copy, 0, piece);
            crc.update(copy, 0, piece);
            at += piece;
        }
        return (int) crc.getValue();
    }
}
