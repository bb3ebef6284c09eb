package io.daybook.feed.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.feed.FeedFold;
import io.daybook.feed.MessageBlock;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.MoldPacket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("the feed's log survives any cut, and damage is found")
class FeedLogTest {
    private static final UUID EXCHANGE = new UUID(0x1234_5678_9ABC_DEF0L, 7);
    private static final FeedLogLimits SMALL = new FeedLogLimits(4 << 20, Long.MAX_VALUE, 128 << 10);
    private static final long SEED = Long.getLong("daybook.seed", 23);

    @TempDir
    private Path folder;

    private final JournalStorage storage = new FileJournalStorage();
    private final byte[] bytes = new byte[FeedDescriptor.MAX_LENGTH];

    private FeedLog open() {
        return open(SMALL);
    }

    private FeedLog open(final FeedLogLimits limits) {
        return FeedLog.open(storage, folder, EXCHANGE, 2, limits);
    }

    /** Writes message k, which is always the same: every third begins a group of time k. */
    private int message(final long number) {
        return number % 3 == 1
                ? FeedDescriptor.group(bytes, 0, number, number, 2)
                : FeedDescriptor.cut(bytes, 0, number, 5 * number, 7);
    }

    private void take(final FeedLog log, final int channel, final long from, final long to, final boolean replayed) {
        for (long number = from; number < to; number++) {
            log.onMessage(channel, number, bytes, 0, message(number), replayed);
        }
    }

    private void assertHas(final FeedLog log, final int channel, final long from, final long to) {
        assertEquals(from, log.firstNumber(channel));
        assertEquals(to, log.nextNumber(channel));
        final MessageBlock block = new MessageBlock(20, 1_380);
        long number = from;
        while (number < to) {
            final int count = log.read(channel, number, block);
            assertTrue(count > 0 && (count > 20 || number + count == to), "count=" + count + " number=" + number);
            int offset = block.start();
            for (int i = 0; i < count; i++) {
                final int length = message(number++);
                assertEquals(length, LogFormat.messageLength(block.bytes(), offset));
                offset += LogFormat.PREFIX_LENGTH;
                assertTrue(
                        Arrays.equals(block.bytes(), offset, offset + length, bytes, 0, length),
                        "message " + (number - 1));
                offset += length;
            }
            assertEquals(block.end(), offset);
        }
        assertEquals(0, log.read(channel, to, block));
        assertEquals(0, log.read(channel, from - 1, block));
        assertEquals(0, block.count());
    }

    private List<Path> segments(final int channel) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(Integer.toString(channel)))) {
            return files.sorted().toList();
        }
    }

    /** The file must have room for as many digits as its reader accepts. */
    @Test
    void shouldReadEachIdentityAsItWasWritten() throws IOException {
        for (final UUID exchange : List.of(new UUID(0, 0), new UUID(-1, -1), EXCHANGE)) {
            for (final int channels : new int[] {1, 9, 10, FeedFold.MAX_CHANNELS}) {
                for (final int restarts : new int[] {0, 9, 99, 254}) {
                    final Path own =
                            Files.createDirectories(folder.resolve(exchange + "-" + channels + "-" + restarts));
                    final FeedIdentity written = FeedIdentity.open(storage, own, exchange, channels, restarts);
                    assertEquals(written, FeedIdentity.open(storage, own, exchange, channels, -1));
                    assertEquals(restarts + 1, FeedIdentity.restart(storage, own));
                    assertEquals(
                            new FeedIdentity(exchange, channels, restarts + 1),
                            FeedIdentity.open(storage, own, exchange, channels, -1));
                }
            }
        }
    }

    @Test
    void shouldGiveOutWhatItTook() {
        try (FeedLog log = open()) {
            log.onRecovered(0, 1);
            log.onRecovered(1, 1);
            take(log, 0, 1, 10_000, false);
            take(log, 1, 1, 3, false);
            assertEquals(1, log.nextNumber(1), "messages that are not written yet cannot be read");
            log.onBatchEnd();
            assertHas(log, 0, 1, 10_000);
            assertHas(log, 1, 1, 3);
            assertEquals("1234560001", log.session(1));
        }
    }

    /** This also holds if a later start, from an older snapshot, makes the messages before the raise again. */
    @Test
    void shouldGoOnFarAboveWhereAHistoryBegins() {
        try (FeedLog log = open()) {
            take(log, 0, 1, 100, true);
            log.onBatchEnd();
            log.onRaised(0, 10_000);
            log.onRecovered(0, 10_000);
            log.onRecovered(1, 1);
            assertEquals(10_000, log.firstNumber(0));
            assertEquals(10_000, log.nextNumber(0));
            take(log, 0, 10_000, 10_100, false);
            log.onBatchEnd();
            assertHas(log, 0, 10_000, 10_100);
        }
        try (FeedLog log = open()) {
            take(log, 0, 50, 100, true);
            log.onRaised(0, 10_000);
            take(log, 0, 10_000, 10_100, true);
            log.onRecovered(0, 10_100);
            log.onRecovered(1, 1);
            assertFalse(log.isAhead());
            assertHas(log, 0, 10_000, 10_100);
        }
    }

    /** The disk becomes full at the start of the first segment, at the start of another one, and within one. */
    @Test
    void shouldGoOnWhereADiskThatWasFullHasRoomAgain() throws IOException {
        final SimulatedStorage disk = new SimulatedStorage();
        try (FeedLog log = FeedLog.open(disk, folder, EXCHANGE, 2, SMALL)) {
            log.onRecovered(0, 1);
            log.onRecovered(1, 1);
            long number = 1;
            for (int round = 0; round < 60; round++) {
                disk.capacity(0);
                for (int i = 0; i < 3; i++) {
                    take(log, 0, number, number + 50, false);
                    assertThrows(FeedLogException.class, log::onBatchEnd);
                    number += 50;
                }
                disk.capacity(Long.MAX_VALUE);
                log.onBatchEnd();
                take(log, 0, number, number + 100, false);
                log.onBatchEnd();
                number += 100;
            }
            assertHas(log, 0, 1, number);
        }
        assertTrue(disk.list(folder.resolve("0")).size() > 3);
    }

    private void takeRows(final FeedLog log, final long from, final long to, final boolean replayed) {
        final byte[] row = new byte[3 * (LogFormat.PREFIX_LENGTH + bytes.length)];
        for (long number = from; number < to; number += 3) {
            int length = 0;
            for (int i = 0; i < 3; i++) {
                length += MoldPacket.message(row, length, bytes, 0, message(number + i));
            }
            log.onMessages(0, number, 3, row, 0, length, replayed);
        }
    }

    @Test
    void shouldWriteTheSameFilesOfMessagesInRows() throws IOException {
        final Path other = folder.resolve("other");
        try (FeedLog one = open();
                FeedLog rows = FeedLog.open(storage, other, EXCHANGE, 2, SMALL)) {
            take(one, 0, 1, 9_001, false);
            takeRows(rows, 1, 9_001, false);
        }
        try (FeedLog one = open();
                FeedLog rows = FeedLog.open(storage, other, EXCHANGE, 2, SMALL)) {
            take(one, 0, 6_001, 9_001, true);
            takeRows(rows, 6_001, 9_001, true);
            one.onRecovered(0, 9_001);
            rows.onRecovered(0, 9_001);
            take(one, 0, 9_001, 18_001, false);
            takeRows(rows, 9_001, 18_001, false);
        }
        final List<Path> all = segments(0);
        assertTrue(all.size() > 1, all::toString);
        for (final Path file : all) {
            final Path twin = other.resolve(folder.relativize(file));
            assertEquals(-1, Files.mismatch(file, twin), twin::toString);
        }
    }

    @Test
    void shouldReadFromAnyNumber() {
        final SplittableRandom dice = new SplittableRandom(SEED);
        try (FeedLog log = open()) {
            take(log, 0, 1, 20_000, false);
            log.onBatchEnd();
        }
        try (FeedLog log = open()) {
            final MessageBlock block = new MessageBlock(0, 100);
            for (int i = 0; i < 200; i++) {
                final long number = 1 + dice.nextInt(19_999);
                assertTrue(log.read(0, number, block) > 0);
                final int length = message(number);
                assertTrue(Arrays.equals(block.bytes(), 2, 2 + length, bytes, 0, length), "seed=" + SEED);
            }
        }
    }

    @Test
    void shouldGoOnWhereRecoveryMakesTheSameAgain() throws IOException {
        try (FeedLog log = open()) {
            take(log, 0, 1, 6_000, false);
        }
        for (final long from : new long[] {1, 3_000, 5_999, 6_000}) {
            try (FeedLog log = open()) {
                take(log, 0, from, 6_000, true);
                log.onRecovered(0, 6_000);
                log.onRecovered(1, 1);
                assertFalse(log.isAhead());
                assertHas(log, 0, 1, 6_000);
            }
        }
        try (FeedLog log = open()) {
            take(log, 0, 5_000, 7_000, true); // the log has fewer, and they are made again
            log.onRecovered(0, 7_000);
            take(log, 0, 7_000, 7_100, false);
            log.onBatchEnd();
            assertHas(log, 0, 1, 7_100);
        }
        assertTrue(segments(0).size() >= 3);
    }

    @Tag("whole")
    @Test
    void shouldBeTheSameWhereverItWasCut() throws IOException {
        try (FeedLog log = open()) {
            take(log, 0, 1, 30, false);
            log.onBatchEnd();
            take(log, 0, 30, 40, false);
        }
        final Path segment = segments(0).get(0);
        final byte[] whole = Files.readAllBytes(segment);
        for (int length = 0; length < whole.length; length++) {
            for (final Path file : segments(0)) {
                Files.delete(file);
            }
            Files.write(segment, Arrays.copyOf(whole, length));
            cutAndGoOn("length=" + length);
            for (final Path file : segments(0)) {
                Files.delete(file);
            }
            final byte[] torn = whole.clone();
            Arrays.fill(torn, length, Math.min(length + 512, torn.length), (byte) 0);
            Files.write(segment, torn);
            cutAndGoOn("zeros from " + length);
        }
    }

    private void cutAndGoOn(final String where) {
        try (FeedLog log = open()) {
            take(log, 0, 1, 40, true);
            log.onRecovered(0, 40);
            assertFalse(log.isAhead(), where);
            take(log, 0, 40, 50, false);
            log.onBatchEnd();
            assertHas(log, 0, 1, 50);
        }
    }

    @Test
    void shouldBeAheadWhereTheJournalHasLessOrOther() throws IOException {
        try (FeedLog log = open()) {
            take(log, 0, 1, 100, false);
            take(log, 1, 1, 100, false);
        }
        final byte[] sound = Files.readAllBytes(segments(0).get(0));
        try (FeedLog log = open()) {
            take(log, 0, 1, 100, true);
            take(log, 1, 1, 99, true);
            log.onRecovered(0, 100);
            assertFalse(log.isAhead());
            log.onRecovered(1, 99);
            assertTrue(log.isAhead(), "a message that is not in the journal may have been sent");
            take(log, 0, 100, 200, false);
            assertEquals(0, log.read(0, 1, new MessageBlock(0, 1_000)));
        }
        assertEquals(1, segments(0).size());
        try (FeedLog log = open()) {
            assertTrue(log.isAhead(), "the log must be ahead until it is restarted");
        }
        assertEquals(1, FeedLog.restart(storage, folder));
        assertTrue(Arrays.equals(sound, Files.readAllBytes(segments(0).get(0))));
        try (FeedLog log = open()) {
            assertFalse(log.isAhead());
            assertEquals("1234560100", log.session(0));
            take(log, 0, 90, 95, true);
            log.onRecovered(0, 95);
            log.onBatchEnd();
            assertHas(log, 0, 90, 95);
        }
        try (FeedLog log = open()) {
            take(log, 0, 90, 92, true);
            log.onMessage(0, 92, bytes, 0, message(91), true);
            assertTrue(log.isAhead(), "the stored message differs from the fold's");
        }
    }

    @Test
    void shouldBeginAnewWhereTheSnapshotIsBeyondIt() {
        try (FeedLog log = open()) {
            take(log, 0, 1, 100, false);
        }
        try (FeedLog log = open()) {
            take(log, 0, 200, 300, true);
            log.onRecovered(0, 300);
            log.onBatchEnd();
            assertHas(log, 0, 200, 300);
        }
        try (FeedLog log = open()) {
            take(log, 0, 150, 300, true); // from an older snapshot, which is before the start of the log
            log.onRecovered(0, 300);
            assertFalse(log.isAhead());
            assertHas(log, 0, 200, 300);
        }
    }

    @Test
    void shouldKeepSoManyBytesAndSoLong() throws IOException {
        try (FeedLog log = open(new FeedLogLimits(1 << 20, Long.MAX_VALUE, 128 << 10))) {
            take(log, 0, 1, 100_000, false);
            log.onBatchEnd();
            assertTrue(log.firstNumber(0) > 80_000);
            assertHas(log, 0, log.firstNumber(0), 100_000);
        }
        long size = 0;
        for (final Path segment : segments(0)) {
            size += Files.size(segment);
        }
        assertTrue(size <= (1 << 20) / 2, "bytes: " + size);
        try (FeedLog log = open(new FeedLogLimits(1L << 30, 10_000, 128 << 10))) {
            take(log, 1, 1, 100_000, false);
            log.onBatchEnd();
            final long first = log.firstNumber(1);
            assertTrue(first > 70_000 && first <= 90_000, "first: " + first);
        }
    }

    @Test
    void shouldCutWhatIsDamagedWhereRecoveryMakesItAgain() throws IOException {
        try (FeedLog log = open()) {
            take(log, 0, 1, 20_000, false);
        }
        final Path second = segments(0).get(1);
        final byte[] damaged = Files.readAllBytes(second);
        damaged[damaged.length / 2] ^= 1;
        Files.write(second, damaged);
        try (FeedLog log = open()) {
            final MessageBlock block = new MessageBlock(0, 1_000);
            final long number = LogFormat.firstNumber(second.getFileName().toString()) + 1;
            final FeedLogException thrown = assertThrows(FeedLogException.class, () -> log.read(0, number, block));
            assertEquals(FeedLogException.Reason.CORRUPT, thrown.reason());
            assertTrue(thrown.getMessage().contains(second.toString()), thrown::getMessage);
            take(log, 0, 1, 20_000, true);
            log.onRecovered(0, 20_000);
            log.onBatchEnd();
            assertHas(log, 0, 1, 20_000);
        }
    }

    /** If several folders have the feed of one exchange, the caller passes the number of restarts. */
    @Test
    void shouldBeBegunAnewAsOftenAsItIsTold() throws IOException {
        try (FeedLog log = FeedLog.open(storage, folder, EXCHANGE, 2, 1, SMALL)) {
            assertEquals("1234560101", log.session(1));
            take(log, 0, 1, 10, false);
        }
        Files.createFile(folder.resolve("AHEAD"));
        try (FeedLog log = FeedLog.open(storage, folder, EXCHANGE, 2, 1, SMALL)) {
            assertTrue(log.isAhead());
        }
        try (FeedLog log = FeedLog.open(storage, folder, EXCHANGE, 2, 4, SMALL)) {
            assertEquals("1234560401", log.session(1));
            assertFalse(log.isAhead());
            assertHas(log, 0, 1, 1);
            take(log, 0, 7, 12, true);
            log.onBatchEnd();
            assertHas(log, 0, 7, 12);
        }
        final FeedLogException refused =
                assertThrows(FeedLogException.class, () -> FeedLog.open(storage, folder, EXCHANGE, 2, 3, SMALL));
        assertTrue(String.valueOf(refused.getMessage()).contains("restarts=3"), refused::getMessage);
        open().close();
    }

    @Test
    void shouldRefuseWhatIsNotItsOwn() throws IOException {
        open().close();
        refused(FeedLogException.Reason.OTHER_FEED, "not to", new UUID(1, 1), 2);
        refused(FeedLogException.Reason.OTHER_FEED, "channels must be 2, as in the feed of this folder:", EXCHANGE, 3);
        Files.writeString(folder.resolve("FEED"), "feed 2\n", StandardCharsets.UTF_8);
        refused(FeedLogException.Reason.CORRUPT, "delete the folder", EXCHANGE, 2);
        assertThrows(FeedLogException.class, () -> FeedLog.restart(storage, folder));
        assertThrows(FeedLogException.class, () -> FeedLog.restart(storage, folder.resolve("none")));
        assertThrows(IllegalArgumentException.class, () -> FeedLog.open(storage, folder, EXCHANGE, 65, SMALL));
        assertThrows(IllegalArgumentException.class, () -> new FeedLogLimits(1, 1, 1));
        assertEquals(FeedLogLimits.DEFAULT, FeedLogLimits.of(4L << 30, FeedLogLimits.DEFAULT.ageNs(), 8));
        assertEquals(new FeedLogLimits(64 << 20, 7, 128 << 10), FeedLogLimits.of(64 << 20, 7, 64));
    }

    private void refused(
            final FeedLogException.Reason reason, final String words, final UUID exchange, final int channels) {
        final FeedLogException thrown =
                assertThrows(FeedLogException.class, () -> FeedLog.open(storage, folder, exchange, channels, SMALL));
        assertEquals(reason, thrown.reason());
        assertTrue(thrown.getMessage().contains(words), thrown::getMessage);
    }

    @Test
    void shouldRefuseSegmentsOfOthersAndOfLaterVersions() throws IOException {
        open().close();
        final List<byte[]> headers = new ArrayList<>();
        headers.add(LogFormat.segmentHeader(new UUID(1, 1), 0, 0, 1, 0));
        headers.add(LogFormat.segmentHeader(EXCHANGE, 0, 1, 1, 0));
        headers.add(LogFormat.segmentHeader(EXCHANGE, 0, 0, 2, 0));
        final byte[] later = LogFormat.segmentHeader(EXCHANGE, 0, 0, 1, 0);
        LogFormat.putInt(later, 8, 2);
        LogFormat.putInt(later, 60, LogFormat.crc(later, 0, 60));
        headers.add(later);
        final Path segment = folder.resolve("0").resolve(LogFormat.fileName(1));
        for (final byte[] header : headers) {
            Files.write(segment, header);
            refused(
                    header == later ? FeedLogException.Reason.VERSION : FeedLogException.Reason.OTHER_FEED,
                    segment.toString(),
                    EXCHANGE,
                    2);
        }
    }
}
