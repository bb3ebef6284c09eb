package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.appendForced;
import static io.daybook.journal.access.JournalFixture.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.FrameType;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.access.JournalFixture.Replayed;
import io.daybook.journal.folder.JournalFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalReaderTest {

    @Test
    void shouldReadWithoutChangingAnything() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            appendForced(journal.writer(), 60);
            append(journal.writer(), 2, 2000); // not forced, so no PAD follows
            final long calls = storage.totalCalls();
            final JournalReader reader = JournalReader.open(storage, DIR);
            final JournalStat stat = reader.stat();
            assertEquals(List.of(), stat.problems());
            assertEquals(122, stat.lastSeq());
            assertEquals(61 * 2000, stat.uncompressedBytes());
            assertTrue(stat.segments().size() > 1 && stat.segments().get(0).sealed());
            final List<FrameStat> frames = new ArrayList<>();
            reader.frames(11, 14, frame -> {
                if (frame.type() == FrameType.DATA) {
                    frames.add(frame);
                }
            });
            assertEquals(
                    List.of(11L, 13L), frames.stream().map(FrameStat::firstSeq).toList());
            final Replayed replayed = new Replayed();
            assertEquals(122, reader.replay(50, replayed));
            assertEquals(49, replayed.blocks.get(0).firstSeq());
            assertEquals(122, reader.replay(123, replayed));
            assertThrows(JournalException.class, () -> reader.replay(124, replayed));
            assertEquals(calls, storage.totalCalls());
        }
    }

    @Test
    void shouldReplayNoFurtherThanTheBlockThatHoldsTheLastSeqAskedFor() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            appendForced(journal.writer(), 60);
            final JournalReader reader = JournalReader.open(storage, DIR);
            final JournalStat stat = reader.stat();
            for (long toSeq = 50; toSeq <= 120; toSeq++) {
                final Replayed replayed = new Replayed();
                final long endOfBlock = toSeq + toSeq % 2;
                assertEquals(endOfBlock, reader.replay(stat, 50, toSeq, replayed));
                assertEquals(49, replayed.blocks.get(0).firstSeq());
                assertEquals(endOfBlock, replayed.lastSeq);
            }
            assertEquals(120, reader.replay(stat, 50, 1_000, new Replayed()));
        }
    }

    @Test
    void shouldRefuseToReplayPastSegmentsThatWereRetiredSinceTheyWereLookedAt() throws Exception {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            appendForced(journal.writer(), 60);
            final JournalReader reader = JournalReader.open(storage, DIR);
            final JournalStat stat = reader.stat();
            final List<Path> segments = new ArrayList<>();
            for (SegmentStat segment : stat.segments()) {
                segments.add(new JournalFolder(DIR).segment(segment.firstSeq()));
            }
            assertTrue(segments.size() >= 3, () -> "segments: " + segments);
            storage.delete(segments.get(0));
            final JournalException first =
                    assertThrows(JournalException.class, () -> reader.replay(stat, 1, new Replayed()));
            assertEquals(JournalException.Reason.GAP, first.reason());
            assertTrue(first.getMessage().contains("a segment with seq 1"), first::getMessage);

            final long fromSeq = stat.segments().get(1).firstSeq();
            storage.delete(segments.get(2));
            final JournalException middle =
                    assertThrows(JournalException.class, () -> reader.replay(stat, fromSeq, new Replayed()));
            assertEquals(
                    segments.size() == 3 ? JournalException.Reason.CORRUPT : JournalException.Reason.GAP,
                    middle.reason());
        }
    }

    @Test
    void shouldCallASegmentThatIsRetiredWhenItIsAboutToBeReadAGap() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            appendForced(journal.writer(), 60);
            final JournalReader sound = JournalReader.open(storage, DIR);
            final JournalStat stat = sound.stat();
            final Path second =
                    new JournalFolder(DIR).segment(stat.segments().get(1).firstSeq());
            final JournalReader reader = JournalReader.open(
                    new ForwardingStorage(storage) {
                        @Override
                        public StorageFile openReadOnly(final Path path) throws IOException {
                            if (path.equals(second)) {
                                throw new NoSuchFileException(path.toString());
                            }
                            return super.openReadOnly(path);
                        }
                    },
                    DIR);
            assertGap(stat, assertThrows(JournalException.class, () -> reader.replay(stat, 1, new Replayed())));
            assertGap(stat, assertThrows(JournalException.class, () -> reader.frames(1, Long.MAX_VALUE, frame -> {})));
        }
    }

    private static void assertGap(final JournalStat stat, final JournalException e) {
        assertEquals(JournalException.Reason.GAP, e.reason(), e::toString);
        assertEquals("a segment with seq " + stat.segments().get(1).firstSeq(), e.expected());
        assertTrue(String.valueOf(e.wayOut()).startsWith("try again"), e::toString);
    }

    @Test
    void shouldRefuseAFolderWithoutAJournal() {
        final JournalException e =
                assertThrows(JournalException.class, () -> JournalReader.open(new SimulatedStorage(), DIR));
        assertEquals(JournalException.Reason.GAP, e.reason());
    }

    @Test
    void shouldFollowAJournalThatIsBeingWritten(final @TempDir Path dir) throws Exception {
        final JournalOptions options = JournalOptions.builder()
                .maxBlockBytes(64 << 10)
                .firstSegmentBytes(128 << 10)
                .maxSegmentBytes(1 << 20)
                .build();
        final AtomicBoolean done = new AtomicBoolean();
        try (Journal journal = Journal.open(dir, options, JournalFixture.FINGERPRINT)) {
            final Thread writing = new Thread(() -> {
                for (int i = 0; i < 400; i++) {
                    append(journal.writer(), 10, 30_000);
                    journal.writer().force();
                }
                done.set(true);
            });
            writing.start();
            final JournalReader reader = JournalReader.open(dir);
            final Replayed replayed = new Replayed();
            long next = 1;
            while (!done.get() || next <= 4000) {
                next = reader.replay(next, replayed) + 1;
            }
            writing.join();
            assertEquals(4000, replayed.lastSeq);
        }
    }
}
