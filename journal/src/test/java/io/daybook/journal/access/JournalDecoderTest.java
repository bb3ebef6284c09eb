package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.daybook.host.Proves;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.HeaderBytes;
import io.daybook.journal.format.PartDescriptor;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.snapshot.SnapshotPartWriter;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Random and mutated bytes, often with valid checksums to reach later checks, give only the documented errors. */
@Proves(value = "hostile frames give the documented error in bounded memory", normal = "8,000", large = "1,000,000")
final class JournalDecoderTest {
    private static final int CASES =
            Boolean.getBoolean("daybook.long") ? 1_000_000 : Boolean.getBoolean("daybook.quick") ? 2_000 : 8_000;
    private static final long MOST_BYTES = 4L << 20;

    private final CRC32C crc = new CRC32C();
    private byte[] seed = new byte[0];

    @Test
    void shouldMeetAnyBytesWithADefinedError() throws IOException {
        final long firstSeed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = JournalFixture.open(storage)) {
            for (int i = 0; i < 12; i++) {
                JournalFixture.append(journal.writer(), 3, 16 + i * 150);
            }
            final byte[] compressible = new byte[6000];
            journal.writer().append(37, 4, 0, compressible, 0, compressible.length);
            journal.writer().force();
            try (SnapshotWriter snapshot = journal.beginSnapshot(40)) {
                try (SnapshotPartWriter part = snapshot.part("a")) {
                    part.write(new byte[500], 0, 500);
                    part.finish(1);
                }
                snapshot.commit(1, 2, journal.writer().chainAtWrittenSeq());
            }
        }
        final byte[] header = Arrays.copyOf(storage.bytes(JournalFixture.segment(1)), SegmentHeader.LENGTH);
        seed = SegmentHeader.decode(header, "segment 1").headerSeed();
        final JournalFolder folder = new JournalFolder(DIR);
        final List<Path> files = List.of(
                JournalFixture.segment(1),
                JournalFixture.segment(1),
                folder.identity(),
                folder.snapshot(40).resolve("a"),
                folder.snapshot(40).resolve("MANIFEST"));
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int refused = 0;
        long most = 0;
        for (int i = 0; i < CASES; i++) {
            final Random random = new Random(firstSeed + i);
            final Path path = files.get(random.nextInt(files.size()));
            final byte[] bytes = storage.bytes(path);
            final byte[] original = bytes.clone();
            mutate(path, bytes, random);
            final long before = threads.getCurrentThreadAllocatedBytes();
            try {
                read(storage);
            } catch (JournalException e) {
                refused++;
            } catch (RuntimeException | Error e) {
                fail("seed=" + (firstSeed + i) + " in " + path + ": " + e, e);
            }
            most = Math.max(most, threads.getCurrentThreadAllocatedBytes() - before);
            System.arraycopy(original, 0, bytes, 0, bytes.length);
        }
        final long peak = most;
        assertTrue(refused > CASES / 2);
        assertTrue(peak <= MOST_BYTES, () -> peak + " bytes allocated by one reading");
        System.out.println("decoders: " + CASES + " cases, " + refused + " refused, at most " + most
                + " bytes, from seed " + firstSeed);
    }

    private static void read(final SimulatedStorage storage) {
        final JournalReader reader = JournalReader.open(storage, DIR);
        for (SnapshotStat snapshot : reader.snapshots()) {
            if (snapshot.problem() != null) {
                throw snapshot.problem();
            }
        }
        reader.replay(1, (firstSeq, count, time, codec, semantics, block, offset, length) -> {});
    }

    /** Changes a few bytes, and mostly corrects their checksum, so that the later checks are reached as well. */
    private void mutate(final Path path, final byte[] bytes, final Random random) {
        final boolean segment = path.toString().endsWith(".jnl");
        final int frame = SegmentHeader.LENGTH;
        final boolean inFrame = segment && random.nextBoolean();
        final int from = inFrame ? frame : 0;
        final int span = inFrame ? FrameDescriptor.HEADER_LENGTH : Math.min(bytes.length, 1200);
        for (int i = 0, n = 1 + random.nextInt(4); i < n; i++) {
            final int at = from + random.nextInt(span);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] = (byte) (random.nextBoolean() ? 0xFF : 0x7F);
                default -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        if (random.nextInt(4) == 0) {
            return;
        }
        if (inFrame) {
            FrameDescriptor.putInt(
                    bytes,
                    frame + FrameDescriptor.HEADER_CRC_OFFSET,
                    FrameDescriptor.computeHeaderCrc(crc, seed, bytes, frame));
        } else if (segment || path.endsWith("IDENTITY")) {
            FrameDescriptor.putInt(bytes, HeaderBytes.CRC_OFFSET, HeaderBytes.crc(bytes));
        } else if (path.endsWith("MANIFEST")) {
            crc.reset();
            crc.update(bytes, 0, bytes.length - 4);
            FrameDescriptor.putInt(bytes, bytes.length - 4, (int) crc.getValue());
        } else {
            FrameDescriptor.putInt(bytes, PartDescriptor.EDGE_CRC_OFFSET, PartDescriptor.edgeCrc(crc, bytes));
            final int stored = FrameDescriptor.getInt(bytes, PartDescriptor.EDGE_LENGTH);
            if (stored > 0 && stored < bytes.length - 200) {
                FrameDescriptor.putInt(
                        bytes,
                        PartDescriptor.EDGE_LENGTH + PartDescriptor.BLOCK_CRC_OFFSET,
                        PartDescriptor.blockCrc(crc, bytes, PartDescriptor.EDGE_LENGTH, stored));
            }
        }
    }
}
