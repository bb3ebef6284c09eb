package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.Compression;
import io.daybook.journal.FrameType;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.TailVerdict;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.FrameSeed;
import io.daybook.journal.format.HeaderBytes;
import io.daybook.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Clients send bytes that look like frame headers, and then a write is torn. */
@Proves("content that looks like a frame header is no frame")
final class ForgedHeaderTest {
    private static final int SECTOR = FrameDescriptor.SECTOR_LENGTH;
    private static final JournalOptions RAW = JournalOptions.builder()
            .compression(Compression.NONE)
            .maxBlockBytes(8 << 10)
            .firstSegmentBytes(64 << 10)
            .maxSegmentBytes(64 << 10)
            .fillAhead(false)
            .build();

    /** The only part of a seed that a client can guess: the number of a segment (1, 2, 3 …). */
    private static final byte[] KNOWN = FrameSeed.NONE.before(1);

    private static Journal open(final SimulatedStorage storage) {
        return Journal.open(storage, DIR, RAW, FINGERPRINT);
    }

    /** A block with the header of a SEAL at every second multiple of 64, and noise elsewhere. */
    private static byte[] forged(final byte[] seed, final int length) {
        final CRC32C crc = new CRC32C();
        final byte[] block = new byte[length];
        new Random(7).nextBytes(block);
        for (int at = 0; at + FrameDescriptor.HEADER_LENGTH <= length; at += 2 * FrameDescriptor.HEADER_LENGTH) {
            FrameDescriptor.putInt(block, at, FrameDescriptor.MAGIC);
            block[at + FrameDescriptor.TYPE_OFFSET] = FrameType.SEAL.code();
            FrameDescriptor.putInt(
                    block,
                    at + FrameDescriptor.HEADER_CRC_OFFSET,
                    FrameDescriptor.computeHeaderCrc(crc, seed, block, at));
        }
        return block;
    }

    /** A journal with one acknowledged command and two blocks of such bytes that are not forced; the first is torn. */
    private static SimulatedStorage torn(final byte[] seedOfFirst, final byte[] seedOfSecond, final boolean version1)
            throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final Journal journal = open(storage);
        final byte[] seedOfSegment = seedOf(storage);
        JournalFixture.append(journal.writer(), 1, 100);
        journal.writer().force();
        final byte[] first = forged(seedOfFirst == null ? seedOfSegment : seedOfFirst, 4000);
        journal.writer().append(2, 1, 2000, first, 0, first.length);
        if (seedOfSecond != null) {
            final byte[] second = forged(seedOfSecond, 4000);
            journal.writer().append(3, 1, 3000, second, 0, second.length);
        }
        final SimulatedStorage killed = storage.kill();
        if (version1) {
            Version1.rewrite(killed);
        }
        final Path path = JournalFixture.segment(1);
        final byte[] bytes = killed.bytes(path).clone();
        final int lost = SegmentHeader.LENGTH + 4 * SECTOR;
        Arrays.fill(bytes, lost, lost + SECTOR, (byte) 0);
        killed.replace(path, bytes);
        return killed;
    }

    private static byte[] seedOf(final SimulatedStorage storage) throws IOException {
        final byte[] header = Arrays.copyOf(storage.bytes(JournalFixture.segment(1)), SegmentHeader.LENGTH);
        return SegmentHeader.decode(header, "segment 1").headerSeed();
    }

    private static void assertRepaired(final SimulatedStorage storage) {
        final TailVerdict verdict =
                JournalReader.open(storage, DIR).stat().segments().get(0).verdict();
        assertEquals(TailVerdict.TORN, verdict);
        try (Journal journal = open(storage)) {
            assertNotNull(journal.report().torn());
            assertEquals(1, journal.recoveredSeq());
        }
    }

    private static void assertCorrupt(final SimulatedStorage storage) {
        final JournalException refused = assertThrows(JournalException.class, () -> open(storage));
        assertEquals(Reason.CORRUPT, refused.reason());
    }

    @Test
    void shouldRepairATornWriteWhateverHeadersAClientSends() throws IOException {
        assertRepaired(torn(KNOWN, null, false));
        assertRepaired(torn(KNOWN, KNOWN, false));
    }

    @Test
    void shouldBelieveAHeaderThatHasTheSeedOfTheSegment() throws IOException {
        assertCorrupt(torn(null, null, false));
    }

    @Test
    void shouldNotBelieveHeadersWithinATornFrameOfVersionOne() throws IOException {
        assertRepaired(torn(KNOWN, null, true));
    }

    @Test
    void shouldBelieveHeadersBehindATornFrameOfVersionOne() throws IOException {
        assertCorrupt(torn(KNOWN, KNOWN, true));
    }

    @Test
    void shouldBelieveHeadersWithinAFrameOfVersionOneThatIsNotTornButDamaged() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final Journal journal = open(storage);
        final byte[] block = forged(KNOWN, 4000);
        journal.writer().append(1, 1, 1000, block, 0, block.length);
        final SimulatedStorage killed = storage.kill();
        Version1.rewrite(killed);
        killed.bytes(JournalFixture.segment(1))[SegmentHeader.LENGTH + 3000] ^= 1;
        assertCorrupt(killed);
    }

    @Test
    void shouldGiveEverySegmentAnotherSeedAndShowNone() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            JournalFixture.appendForced(journal.writer(), 60);
        }
        final FrameSeed[] seeds = new JournalFolder(DIR)
                .segments(storage).stream()
                        .map(seq -> header(storage, seq).frameSeed())
                        .toArray(FrameSeed[]::new);
        assertEquals(3, seeds.length);
        assertFalse(seeds[0].equals(seeds[1]) || seeds[1].equals(seeds[2]));
        final SegmentHeader header = header(storage, 1);
        assertEquals(header, SegmentHeader.decode(header.encode(), "again"));
        assertTrue(header.toString().endsWith("frameSeed=FrameSeed]"), header::toString);
    }

    @Test
    void shouldTakeTheSeedsFromWhereTheOptionsSay() throws IOException {
        final byte[][] seeds = new byte[2][];
        for (int i = 0; i < 2; i++) {
            final SimulatedStorage storage = new SimulatedStorage();
            final JournalOptions seeded = JournalOptions.builder()
                    .firstSegmentBytes(2 << 20)
                    .fillAhead(false)
                    .random(new Random(42))
                    .build();
            Journal.open(storage, DIR, seeded, FINGERPRINT).close();
            seeds[i] = seedOf(storage);
        }
        assertArrayEquals(seeds[0], seeds[1]);
        assertEquals(FrameSeed.LENGTH + Long.BYTES, seeds[0].length);
    }

    /** A refusal does not show checksums of headers, because they would reveal the effect of a seed. */
    @Test
    void shouldNotShowTheChecksumOfAHeader() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final Journal journal = open(storage);
        JournalFixture.append(journal.writer(), 1, 100);
        final SimulatedStorage killed = storage.kill();
        final byte[] bytes = killed.bytes(JournalFixture.segment(1));
        bytes[SegmentHeader.LENGTH + FrameDescriptor.COUNT_OFFSET] ^= 2;
        final JournalException refused = assertThrows(JournalException.class, () -> open(killed));
        assertEquals(Reason.SUSPECT, refused.reason());
        final String crc = HeaderBytes.hex(FrameDescriptor.headerCrc(bytes, SegmentHeader.LENGTH));
        assertFalse(refused.getMessage().contains(crc), refused::getMessage);
    }

    private static SegmentHeader header(final SimulatedStorage storage, final long firstSeq) {
        final Path path = JournalFixture.segment(firstSeq);
        try {
            return SegmentHeader.decode(Arrays.copyOf(storage.bytes(path), SegmentHeader.LENGTH), path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
