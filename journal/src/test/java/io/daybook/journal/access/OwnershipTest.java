package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static io.daybook.journal.access.JournalFixture.SMALL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.snapshot.SnapshotPartWriter;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lock files are deleted, and folders deleted and moved, while a journal is being written: at most one process
 * continues.
 */
@Proves("one process at most owns a folder, whatever becomes of its lock")
@Tag("whole")
final class OwnershipTest {

    /** Enough blocks for several segments of {@link JournalFixture#SMALL}. */
    private static final int BLOCKS_OF_A_ROTATION = 60;

    @TempDir
    private Path parent;

    private Path dir;

    @BeforeEach
    void shouldStartWithoutAFolder() {
        dir = parent.resolve("exchange");
    }

    /** Another process: opens the journal, and carries out the commands that it reads, one word per line. */
    static final class Other {
        public static void main(final String[] args) throws IOException {
            try (Journal journal = Journal.open(Path.of(args[0]), SMALL, FINGERPRINT)) {
                System.out.println("open");
                final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                for (String word = in.readLine(); word != null; word = in.readLine()) {
                    JournalFixture.appendForced(journal.writer(), "rotate".equals(word) ? BLOCKS_OF_A_ROTATION : 1);
                    System.out.println(journal.writer().durableSeq());
                }
                System.out.println("closed");
            } catch (JournalException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** The connection of a test to the other process. */
    private record Talk(Process process, BufferedReader out, BufferedWriter in) implements AutoCloseable {

        static Talk with(final Path dir) throws IOException {
            final Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Other.class.getName(),
                            dir.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new Talk(process, process.inputReader(), process.outputWriter());
        }

        String hear() throws IOException {
            return String.valueOf(out.readLine());
        }

        String say(final String word) throws IOException {
            in.write(word + "\n");
            in.flush();
            return hear();
        }

        @Override
        public void close() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }

    private Journal openJournal() {
        return Journal.open(dir, SMALL, FINGERPRINT);
    }

    private static JournalException refused(final Reason reason, final Executable action) {
        final JournalException refused = assertThrows(JournalException.class, action);
        assertEquals(reason, refused.reason(), refused.getMessage());
        assertTrue(refused.getMessage().startsWith(reason + ": "), refused.getMessage());
        assertTrue(refused.getMessage().contains(". Way out: "), refused.getMessage());
        return refused;
    }

    private static void rotate(final Journal journal) {
        JournalFixture.appendForced(journal.writer(), BLOCKS_OF_A_ROTATION);
    }

    /** The names and lengths of all files, so that two states can be compared. */
    private List<String> files() throws IOException {
        try (var files = Files.walk(dir)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> dir.relativize(file) + " " + file.toFile().length())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOCK", "journal/.owner"})
    void shouldRefuseASecondProcessWhereOneLockFileWasDeleted(final String deleted) throws Exception {
        try (Journal journal = openJournal()) {
            JournalFixture.appendForced(journal.writer(), 1);
            Files.delete(dir.resolve(deleted));
            try (Talk second = Talk.with(dir)) {
                final String said = second.hear();
                assertTrue(said.startsWith("LOCKED: "), said);
                assertTrue(said.contains("pid " + ProcessHandle.current().pid()), said);
                assertTrue(said.contains("Never delete LOCK"), said);
            }
            JournalFixture.appendForced(journal.writer(), 1);
            assertEquals(4, journal.writer().durableSeq(), "the writer continues until its next check");
            final JournalException halted = refused(Reason.NOT_OWNER, () -> rotate(journal));
            assertTrue(String.valueOf(halted.file()).endsWith(deleted), halted.getMessage());
            refused(Reason.NOT_OWNER, () -> JournalFixture.append(journal.writer(), 1, 100));
        }
        try (Journal journal = openJournal()) {
            assertTrue(journal.recoveredSeq() >= 4, "forced commands survive");
        }
    }

    @Test
    void shouldLetOnlyTheSecondGoOnWhereBothLockFilesWereDeleted() throws Exception {
        try (Talk first = Talk.with(dir);
                Talk second = secondAfterDeletion(first)) {
            assertEquals("open", second.hear());
            final String halted = first.say("rotate");
            assertTrue(halted.startsWith("NOT_OWNER: "), halted);
            assertTrue(halted.contains("Way out: "), halted);
            assertTrue(first.process().waitFor() == 0 && second.process().isAlive());
            assertEquals(122, Long.parseLong(second.say("rotate")));
        }
    }

    private Talk secondAfterDeletion(final Talk first) throws IOException {
        assertEquals("open", first.hear());
        assertEquals("2", first.say("append"));
        Files.delete(dir.resolve("LOCK"));
        Files.delete(dir.resolve("journal/.owner"));
        return Talk.with(dir);
    }

    @Test
    void shouldRefuseASecondOpenInThisProcessWhereBothLockFilesWereDeleted() throws Exception {
        try (Journal journal = openJournal()) {
            JournalFixture.appendForced(journal.writer(), 1);
            Files.delete(dir.resolve("LOCK"));
            Files.delete(dir.resolve("journal/.owner"));
            final List<String> before = files();
            refused(Reason.LOCKED, this::openJournal);
            refused(Reason.LOCKED, () -> JournalTruncation.truncate(dir, 1, true));
            assertEquals(before, files(), "refused before a file is created or opened");
            refused(Reason.NOT_OWNER, () -> rotate(journal));
        }
        openJournal().close();
    }

    /**
     * A process that closes any descriptor of a file loses its locks on it, so no code may open .owner while it is
     * locked.
     */
    @Test
    void shouldKeepBothLocksWhateverIsReadBesideIt() throws Exception {
        try (Talk holder = Talk.with(dir)) {
            assertEquals("open", holder.hear());
            for (final String locked : List.of("LOCK", "journal/.owner")) {
                assertLocked(dir.resolve(locked));
            }
        }
        final Journal journal = openJournal();
        rotate(journal);
        SnapshotTest.snapshot(journal, 3000);
        final JournalReader reader = JournalReader.open(dir);
        reader.stat(reader.snapshots());
        reader.replay(1, new JournalFixture.Replayed());
        journal.retain(0);
        try (Talk other = Talk.with(dir)) {
            assertTrue(other.hear().startsWith("LOCKED: "));
        }
        Files.delete(dir.resolve("LOCK")); // so that only .owner keeps the other process out
        try (Talk other = Talk.with(dir)) {
            assertTrue(other.hear().startsWith("LOCKED: "));
        }
        refused(Reason.NOT_OWNER, journal::close);
    }

    private static void assertLocked(final Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            assertEquals(null, lock, file + " is locked");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOCK", "journal/.owner", "journal/.token"})
    void shouldHaltAtTheNextRotationWhereAFileOfTheOwnerWasReplaced(final String replaced) throws Exception {
        assumeTrue(hasFileKeys(), "no file keys here: a replaced file looks like the one before");
        try (Journal journal = openJournal()) {
            final Path file = dir.resolve(replaced);
            final byte[] bytes = Files.readAllBytes(replaced.endsWith(".token") ? file : dir.resolve("IDENTITY"));
            Files.delete(file);
            bytes[0] ^= 1;
            Files.write(file, bytes);
            final JournalException halted = refused(Reason.NOT_OWNER, () -> rotate(journal));
            assertEquals(file.toString(), halted.file());
        }
    }

    private boolean hasFileKeys() throws IOException {
        return !(new FileJournalStorage().fileKey(parent) instanceof Path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOCK", "journal/.owner", "journal/.token", "IDENTITY", "."})
    void shouldMakeNoSnapshotWhereAFileOfTheFolderIsGone(final String gone) throws Exception {
        final Journal journal = openJournal();
        JournalFixture.appendForced(journal.writer(), 1);
        deleteAll(dir.resolve(gone).normalize());
        refused(Reason.NOT_OWNER, () -> journal.beginSnapshot(2));
        refused(Reason.NOT_OWNER, () -> journal.retain(0));
        assertFalse(Files.exists(dir.resolve("snapshots/.tmp-00000000000000000002")));
        assertEquals(!".".equals(gone), Files.exists(dir));
        refused(Reason.NOT_OWNER, journal::close);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOCK", "journal/.token", "IDENTITY", "."})
    void shouldNotCompleteASnapshotWhoseFolderWentWhileItWasWritten(final String gone) throws Exception {
        final Journal journal = openJournal();
        JournalFixture.appendForced(journal.writer(), 1);
        final SnapshotWriter snapshot = journal.beginSnapshot(2);
        try (SnapshotPartWriter part = snapshot.part("state")) {
            part.finish(1);
        }
        deleteAll(dir.resolve(gone).normalize());
        refused(Reason.NOT_OWNER, () -> snapshot.commit(1, 1, journal.writer().chainAtWrittenSeq()));
        assertFalse(Files.exists(dir.resolve("snapshots/00000000000000000002")));
        refused(Reason.NOT_OWNER, journal::close);
    }

    @Test
    void shouldHaltWhereTheFolderWasRenamedAndMakeNothingUnderTheOldName() throws Exception {
        final Path renamed = parent.resolve("renamed");
        try (Journal journal = openJournal()) {
            JournalFixture.appendForced(journal.writer(), 3);
            Files.move(dir, renamed);
            refused(Reason.NOT_OWNER, () -> journal.beginSnapshot(6));
            refused(Reason.NOT_OWNER, () -> rotate(journal));
            assertFalse(Files.exists(dir));
            refused(Reason.LOCKED, () -> Journal.open(renamed, SMALL, FINGERPRINT));
        }
        try (Journal journal = Journal.open(renamed, SMALL, FINGERPRINT)) {
            assertTrue(journal.recoveredSeq() >= 6, "the moved folder holds everything forced");
        }
    }

    @Test
    void shouldTellAnotherFolderOfTheSameNameFromItsOwn() throws Exception {
        try (Journal journal = openJournal()) {
            JournalFixture.appendForced(journal.writer(), 1);
            Files.move(dir, parent.resolve("moved"));
            try (Journal other = openJournal()) {
                JournalFixture.appendForced(other.writer(), 1);
                refused(Reason.NOT_OWNER, () -> rotate(journal));
                rotate(other);
            }
        }
    }

    @Test
    void shouldFailASnapshotOnlyWhereTheFolderOfTheSnapshotsIsGone() throws Exception {
        try (Journal journal = openJournal()) {
            JournalFixture.appendForced(journal.writer(), 1);
            Files.delete(dir.resolve("snapshots"));
            final JournalException gone = refused(Reason.GAP, () -> journal.beginSnapshot(2));
            assertEquals(dir.resolve("snapshots").toString(), gone.file());
            assertFalse(Files.exists(dir.resolve("snapshots")));
            rotate(journal);
        }
    }

    @Test
    void shouldWriteATokenOfItsOwnAtEachStart() throws Exception {
        openJournal().close();
        final String first = Files.readString(dir.resolve("journal/.token"));
        assertTrue(first.matches("[0-9a-f]{32}\n"), first);
        openJournal().close();
        final String second = Files.readString(dir.resolve("journal/.token"));
        assertTrue(second.matches("[0-9a-f]{32}\n"), second);
        assertFalse(first.equals(second));
    }

    private static void deleteAll(final Path path) throws IOException {
        if (Files.isDirectory(path)) {
            try (var entries = Files.list(path)) {
                for (final Path entry : entries.toList()) {
                    deleteAll(entry);
                }
            }
        }
        Files.delete(path);
    }
}
