package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.retention.KeepMark;
import io.daybook.journal.retention.KeepMarks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class KeepMarksTest {
    private static final JournalFolder FOLDER = new JournalFolder(DIR);

    private static final JournalOptions KEEP_ONE = JournalOptions.builder()
            .maxBlockBytes(8 << 10)
            .firstSegmentBytes(32 << 10)
            .maxSegmentBytes(32 << 10)
            .random(new Random(19))
            .fillAhead(false)
            .keepSnapshots(1)
            .build();

    /** Writes some segments, and a snapshot after them. */
    private static long fill(final Journal journal) {
        for (int i = 0; i < 40; i++) {
            append(journal.writer(), 3, 2000);
        }
        return SnapshotTest.snapshot(journal, 400);
    }

    private static Journal openKeepingOne(final JournalStorage storage) {
        return Journal.open(storage, DIR, KEEP_ONE, FINGERPRINT);
    }

    private static KeepMarks marksOf(final JournalStorage storage) {
        return JournalReader.open(storage, DIR).marks();
    }

    @Test
    void shouldKeepWhatAMarkNeedsUntilItMovesOn() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final long first;
        try (Journal journal = openKeepingOne(storage)) {
            first = fill(journal);
            journal.marks().set(new KeepMark("warehouse", first + 1));
            for (int i = 0; i < 3; i++) {
                fill(journal);
                journal.retain(0);
            }
            assertEquals(first, FOLDER.snapshotSeqs(storage).get(0));
            assertTrue(FOLDER.segments(storage).get(0) <= first + 1);
            assertEquals(first + 1, firstTellable(storage));

            final long held = journal.marks().lastHeld().get(0).bytes();
            assertTrue(held > 3 * 32 << 10, () -> "held " + held);

            journal.marks().set(new KeepMark("warehouse", journal.writer().writtenSeq() + 1));
            assertFalse(journal.retain(0).isEmpty());
            assertTrue(firstTellable(storage) > first + 1);
            assertEquals(1, FOLDER.snapshotSeqs(storage).size());
            assertEquals(0, journal.marks().lastHeld().get(0).bytes());
        }
    }

    private static long firstTellable(final JournalStorage storage) {
        final JournalReader reader = JournalReader.open(storage, DIR);
        return reader.firstTellableSeq(reader.stat());
    }

    @Test
    void shouldRememberMarksAcrossRestartsAndLossOfPower() {
        SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = openKeepingOne(storage)) {
            fill(journal);
        }
        marksOf(storage).set(new KeepMark("feed", 7));
        marksOf(storage).set(new KeepMark("warehouse", 100));
        marksOf(storage).set(new KeepMark("feed", 8));
        storage = storage.crash(new Random(5));
        try (Journal journal = openKeepingOne(storage)) {
            assertEquals(
                    List.of(new KeepMark("feed", 8), new KeepMark("warehouse", 100)),
                    journal.marks().list());
            final String notes = String.join("\n", journal.report().notes());
            assertTrue(notes.contains("mark feed keeps what is needed from seq 8 on: "), notes);
            assertTrue(journal.marks().remove("feed"));
            assertFalse(journal.marks().remove("feed"));
        }
        storage = storage.crash(new Random(6));
        assertEquals(List.of(new KeepMark("warehouse", 100)), marksOf(storage).list());
    }

    @Test
    void shouldHoldTheOldOrTheNewSeqWhereverACrashComes() {
        final SimulatedStorage before = new SimulatedStorage();
        open(before).close();
        marksOf(before).set(new KeepMark("feed", 7));
        final SimulatedStorage counted = before.copy();
        final long start = counted.totalCalls();
        marksOf(counted).set(new KeepMark("feed", 8));
        final long calls = counted.totalCalls() - start;
        assertTrue(calls >= 5, () -> "calls " + calls);
        for (long call = 1; call <= calls; call++) {
            for (int seed = 0; seed < 5; seed++) {
                final SimulatedStorage storage = before.copy();
                storage.failAtCall(storage.totalCalls() + call, SimulatedStorage.Fault.EIO);
                try {
                    marksOf(storage).set(new KeepMark("feed", 8));
                } catch (JournalException e) {
                    assertEquals(Reason.IO, e.reason());
                }
                final List<KeepMark> left =
                        marksOf(storage.crash(new Random(seed))).list();
                final long where = call;
                assertTrue(
                        left.equals(List.of(new KeepMark("feed", 7))) || left.equals(List.of(new KeepMark("feed", 8))),
                        () -> "call " + where + ": " + left);
            }
        }
    }

    @Test
    void shouldRefuseAMarkToWhichTheJournalDoesNotReach() {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = openKeepingOne(storage)) {
            fill(journal);
            final long kept = fill(journal);
            journal.retain(0);
            final JournalException e =
                    assertThrows(JournalException.class, () -> journal.marks().set(new KeepMark("feed", kept)));
            assertEquals(Reason.GAP, e.reason());
            assertEquals("seq " + kept, e.expected());
            assertEquals("results from seq " + (kept + 1) + " on", e.found());
            assertTrue(e.wayOut().startsWith("set the mark to seq " + (kept + 1) + " "), e::wayOut);
            assertEquals(List.of(), journal.marks().list());
            journal.marks().set(new KeepMark("feed", kept + 1));
        }
    }

    @Test
    void shouldDeleteNothingWhileAMarkCannotBeRead() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = openKeepingOne(storage)) {
            final long first = fill(journal);
            journal.marks().set(new KeepMark("feed", first + 1));
            storage.bytes(FOLDER.mark("feed"))[40] ^= 1;
            fill(journal);
            final JournalException e = assertThrows(JournalException.class, () -> journal.retain(0));
            assertEquals(Reason.CORRUPT, e.reason());
            assertEquals(FOLDER.mark("feed").toString(), e.file());
            assertEquals(2, FOLDER.snapshotSeqs(storage).size());
        }
        try (Journal journal = openKeepingOne(storage)) {
            assertTrue(journal.report().notes().get(0).startsWith("CORRUPT: a mark is damaged"));
            assertTrue(journal.marks().remove("feed"));
            assertFalse(journal.retain(0).isEmpty());
        }
    }

    @Test
    void shouldRefuseTheMarkOfAnotherExchange() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        final SimulatedStorage other = new SimulatedStorage();
        open(storage).close();
        open(other).close();
        marksOf(other).set(new KeepMark("feed", 7));
        marksOf(storage).set(new KeepMark("feed", 7));
        storage.replace(FOLDER.mark("feed"), other.bytes(FOLDER.mark("feed")));
        final JournalException e =
                assertThrows(JournalException.class, () -> marksOf(storage).list());
        assertTrue(e.getMessage().contains("a mark belongs to another exchange"), e::getMessage);
    }

    /** Another process sets a mark at the worst moment: after the marks were read, before the first file is deleted. */
    @Test
    void shouldNotDeleteBeneathAMarkThatIsSetMeanwhile() throws IOException {
        final SimulatedStorage disk = new SimulatedStorage();
        final AtomicReference<Runnable> atRetiring = new AtomicReference<>(() -> {});
        final AtomicReference<Runnable> atDelete = new AtomicReference<>(() -> {});
        final JournalStorage storage = new ForwardingStorage(disk) {
            @Override
            public void rename(final Path from, final Path to) throws IOException {
                if (to.equals(FOLDER.retiring())) {
                    atRetiring.getAndSet(() -> {}).run();
                } else if (FOLDER.snapshotSeqs(disk).stream()
                        .map(FOLDER::snapshot)
                        .anyMatch(from::equals)) {
                    atDelete.getAndSet(() -> {}).run();
                }
                super.rename(from, to);
            }
        };
        try (Journal journal = openKeepingOne(storage)) {
            final long first = fill(journal);
            final long second = fill(journal);
            fill(journal);
            atRetiring.set(() -> marksOf(disk).set(new KeepMark("feed", second + 1)));
            final AtomicReference<JournalException> late = new AtomicReference<>();
            atDelete.set(() -> late.set(
                    assertThrows(JournalException.class, () -> marksOf(disk).set(new KeepMark("late", first + 1)))));
            journal.retain(0);
            assertEquals(second, FOLDER.snapshotSeqs(disk).get(0));
            assertEquals(Reason.GAP, late.get().reason());
            assertEquals(
                    List.of(new KeepMark("feed", second + 1)), marksOf(disk).list());
            assertFalse(disk.exists(FOLDER.retiring()));
        }
    }

    /** Two processes set the same mark at once, the second between any two steps of the first. */
    @Test
    void shouldHoldOneOfTwoSeqsThatAreSetAtOnce() {
        boolean reached = true;
        for (int k = 1; reached; k++) {
            final SimulatedStorage disk = new SimulatedStorage();
            open(disk).close();
            final AtomicInteger left = new AtomicInteger(k);
            final Runnable step = () -> {
                if (left.decrementAndGet() == 0) {
                    marksOf(disk).set(new KeepMark("feed", 8));
                }
            };
            marksOf(steppedInMarks(disk, step)).set(new KeepMark("feed", 7));
            final List<KeepMark> held = marksOf(disk).list();
            final int at = k;
            assertTrue(
                    held.equals(List.of(new KeepMark("feed", 7))) || held.equals(List.of(new KeepMark("feed", 8))),
                    () -> "before step " + at + ": " + held);
            reached = left.get() <= 0;
        }
    }

    /** A storage that runs an action before each step in the folder of the marks. */
    private static JournalStorage steppedInMarks(final SimulatedStorage disk, final Runnable step) {
        return new ForwardingStorage(disk) {
            @Override
            public StorageFile create(final Path path) throws IOException {
                step.run();
                final StorageFile file = super.create(path);
                return new ForwardingFile(file) {
                    @Override
                    public int write(final ByteBuffer source, final long position) throws IOException {
                        step.run();
                        return super.write(source, position);
                    }

                    @Override
                    public void force(final boolean metadata) throws IOException {
                        step.run();
                        super.force(metadata);
                    }
                };
            }

            @Override
            public void rename(final Path from, final Path to) throws IOException {
                step.run();
                super.rename(from, to);
            }

            @Override
            public void forceDirectory(final Path directory) throws IOException {
                step.run();
                super.forceDirectory(directory);
            }
        };
    }

    @Test
    void shouldClearAwayAtAStartWhatACrashLeftOfAMarkAndOfAFollower() throws IOException {
        final SimulatedStorage storage = new SimulatedStorage();
        try (Journal journal = open(storage)) {
            journal.marks().set(new KeepMark("feed", 1));
            journal.registerFollower("feed", 0);
        }
        storage.replace(FOLDER.marks().resolve(".tmp-feed-0123456789abcdef"), new byte[0]);
        storage.replace(FOLDER.followers().resolve(".tmp-feed"), new byte[64]);
        open(storage).close();
        assertEquals(List.of("feed"), storage.list(FOLDER.marks()));
        assertEquals(List.of("feed"), storage.list(FOLDER.followers()));
    }

    /** The owner removes leftovers while another process sets a mark. */
    @Test
    void shouldSetAMarkWhileAnExchangeStarts() {
        final SimulatedStorage disk = new SimulatedStorage();
        open(disk).close();
        final AtomicInteger left = new AtomicInteger(3);
        final JournalStorage stepped = steppedInMarks(disk, () -> {
            if (left.decrementAndGet() == 0) {
                open(disk).close();
            }
        });
        marksOf(stepped).set(new KeepMark("feed", 1));
        assertTrue(left.get() < 0, "an exchange started meanwhile");
        assertEquals(List.of(new KeepMark("feed", 1)), marksOf(disk).list());
    }

    @Test
    void shouldRefuseNamesThatAreNoFileNamesEverywhere() {
        for (String name : List.of("", "Feed", "a/b", "..", "a.b", "x".repeat(65))) {
            assertThrows(IllegalArgumentException.class, () -> new KeepMark(name, 1), name);
        }
        assertThrows(IllegalArgumentException.class, () -> new KeepMark("feed", 0));
    }
}
