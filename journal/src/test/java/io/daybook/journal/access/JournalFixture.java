package io.daybook.journal.access;

import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.FrameType;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.ReplayConsumer;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.FrameSeed;
import io.daybook.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Parts that the tests of the journal share: a folder in memory, blocks that name their commands, and a list of
 * replayed blocks.
 */
final class JournalFixture {
    static final Path DIR = Path.of("/data");
    static final JournalFingerprint FINGERPRINT = new JournalFingerprint(1, 1, "margin=on reset=off");
    static final JournalOptions SMALL = JournalOptions.builder()
            .maxBlockBytes(8 << 10)
            .firstSegmentBytes(32 << 10)
            .maxSegmentBytes(128 << 10)
            .random(new Random(19))
            .fillAhead(false)
            .build();

    private JournalFixture() {}

    static Journal open(final JournalStorage storage) {
        return Journal.open(storage, DIR, SMALL, FINGERPRINT);
    }

    /** A block of a given length that begins with its seq and count, so that it can be checked. */
    static byte[] block(final long firstSeq, final int count, final int length) {
        final byte[] block = new byte[Math.max(length, 16)];
        final ByteBuffer bytes = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        final SplittableRandom random = new SplittableRandom(firstSeq * 31 + count);
        int at = 0;
        for (; at + Long.BYTES <= block.length; at += Long.BYTES) { // a long at a time, because tests make many blocks
            bytes.putLong(at, random.nextLong());
        }
        for (; at < block.length; at++) {
            block[at] = (byte) random.nextInt();
        }
        bytes.putLong(0, firstSeq).putInt(8, count);
        return block;
    }

    static void append(final JournalWriter writer, final int count, final int length) {
        final long firstSeq = writer.writtenSeq() + 1;
        final byte[] block = block(firstSeq, count, length);
        writer.append(firstSeq, count, firstSeq * 1000, block, 0, block.length);
    }

    /** Appends blocks of two commands and 2,000 bytes, and forces each. */
    static void appendForced(final JournalWriter writer, final int blocks) {
        for (int i = 0; i < blocks; i++) {
            append(writer, 2, 2000);
            writer.force();
        }
    }

    /** One block that a replay delivered. */
    record Block(long firstSeq, int count, long timestampNs, int length) {}

    /** Collects replayed blocks, and checks that each has the bytes it was made with. */
    static final class Replayed implements ReplayConsumer {
        final List<Block> blocks = new ArrayList<>();
        final List<Long> marks = new ArrayList<>();
        final List<Integer> semantics = new ArrayList<>();
        long lastSeq;

        @Override
        public void onBlock(
                final long firstSeq,
                final int count,
                final long firstTimestampNs,
                final int codecVersion,
                final int semanticsVersion,
                final byte[] block,
                final int offset,
                final int length) {
            final byte[] expected = block(firstSeq, count, length);
            if (!java.util.Arrays.equals(expected, 0, length, block, offset, offset + length)) {
                throw new AssertionError("block " + firstSeq + " is not what was written");
            }
            if (firstTimestampNs != firstSeq * 1000) {
                throw new AssertionError("timestamp of " + firstSeq + " is " + firstTimestampNs);
            }
            if (lastSeq != 0 && firstSeq != lastSeq + 1) {
                throw new AssertionError("block " + firstSeq + " after " + lastSeq);
            }
            lastSeq = firstSeq + count - 1;
            blocks.add(new Block(firstSeq, count, firstTimestampNs, length));
            semantics.add(semanticsVersion);
        }

        @Override
        public void onSnapshotMark(final long seq, final long stateHash) {
            marks.add(seq);
        }
    }

    static Replayed replay(final Journal journal) {
        final Replayed replayed = new Replayed();
        journal.replay(replayed);
        return replayed;
    }

    /** A copy of a header with another format version or chain value. */
    static SegmentHeader header(final SegmentHeader header, final int formatVersion, final long chainBefore) {
        return new SegmentHeader(
                formatVersion,
                header.writerVersion(),
                header.exchangeIdHigh(),
                header.exchangeIdLow(),
                header.number(),
                header.firstSeq(),
                chainBefore,
                header.lastSeqBefore(),
                header.segmentSize(),
                header.createdNs(),
                header.fingerprint(),
                formatVersion == 1 ? FrameSeed.NONE : header.frameSeed());
    }

    /** A file that records its writes, by the name of the frame, and its forces. */
    static StorageFile recording(final StorageFile file, final List<String> done) {
        return new ForwardingFile(file) {
            @Override
            public int write(final ByteBuffer source, final long position) throws IOException {
                final byte[] bytes = new byte[source.remaining()];
                source.duplicate().get(bytes);
                if (position == 0 && bytes.length == SegmentHeader.LENGTH && bytes[0] != 0) {
                    done.add("write header");
                } else if (bytes.length >= FrameDescriptor.HEADER_LENGTH
                        && FrameDescriptor.magic(bytes, 0) == FrameDescriptor.MAGIC) {
                    done.add("write " + FrameType.of(FrameDescriptor.type(bytes, 0)));
                } else {
                    done.add("write zeros");
                }
                return super.write(source, position);
            }

            @Override
            public void force(final boolean metadata) throws IOException {
                done.add("force");
                super.force(metadata);
            }
        };
    }

    static Path segment(final long firstSeq) {
        return new JournalFolder(DIR).segment(firstSeq);
    }

    static Path lastSegment(final SimulatedStorage storage) throws IOException {
        final List<Long> seqs = new JournalFolder(DIR).segments(storage);
        return segment(seqs.get(seqs.size() - 1));
    }
}
