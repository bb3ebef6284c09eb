package io.daybook.journal.access;

import static io.daybook.journal.format.FrameDescriptor.HEADER_LENGTH;

import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.Chain;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Rewrites a journal in memory as an earlier version wrote it: in format version 1, with the checksums and the chain of
 * that version.
 */
final class Version1 {
    private final CRC32C crc = new CRC32C();
    private long chain;

    private Version1() {}

    /** Rewrites all segments; the first one must exist. */
    static void rewrite(final SimulatedStorage storage) throws IOException {
        final Version1 writer = new Version1();
        for (long firstSeq : new JournalFolder(JournalFixture.DIR).segments(storage)) {
            writer.rewrite(storage, JournalFixture.segment(firstSeq));
        }
    }

    private void rewrite(final SimulatedStorage storage, final Path path) throws IOException {
        final byte[] bytes = storage.bytes(path).clone();
        final SegmentHeader header = SegmentHeader.decode(Arrays.copyOf(bytes, SegmentHeader.LENGTH), path);
        if (header.number() == 1) {
            chain = header.chainBefore();
        }
        final SegmentHeader old = JournalFixture.header(header, 1, chain);
        System.arraycopy(old.encode(), 0, bytes, 0, SegmentHeader.LENGTH);
        int at = SegmentHeader.LENGTH;
        while (at < bytes.length && !FrameDescriptor.isZero(bytes, at, HEADER_LENGTH)) {
            FrameDescriptor.putLong(bytes, at + FrameDescriptor.CHAIN_OFFSET, chain);
            final int headerCrc = FrameDescriptor.computeHeaderCrc(crc, old.headerSeed(), bytes, at);
            FrameDescriptor.putInt(bytes, at + FrameDescriptor.HEADER_CRC_OFFSET, headerCrc);
            chain = Chain.next(chain, headerCrc, FrameDescriptor.payloadCrc(bytes, at));
            at += FrameDescriptor.frameLength(bytes, at);
        }
        storage.replace(path, bytes);
    }
}
