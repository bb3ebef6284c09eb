package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static io.daybook.journal.access.JournalFixture.SMALL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.journal.JournalException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** One process at a time owns a folder, and the folder is free once that process has ended. */
@Proves("one process at most owns a folder, whatever becomes of its lock")
final class JournalLockTest {

    /**
     * Another process: opens the journal, appends without a force, is refused a second opening (which must not cost it
     * the lock that it has), prints that, and waits to be killed.
     */
    static final class Holder {
        public static void main(final String[] args) throws Exception {
            final Path dir = Path.of(args[0]);
            final Journal journal = Journal.open(dir, SMALL, FINGERPRINT);
            JournalFixture.append(journal.writer(), 7, 300);
            refused(() -> Journal.open(dir, SMALL, FINGERPRINT));
            refused(() -> JournalTruncation.truncate(dir.resolve(".").resolve("../" + dir.getFileName()), 1, true));
            System.out.println("holding");
            System.in.read();
            journal.close();
        }
    }

    /** Java may report a lock of this process that the storage has no record of, taken by a class of another loader. */
    @Test
    void shouldTakeAFolderThatAnotherClassLoaderHadOnceItLetsGo(final @TempDir Path dir) throws Exception {
        Journal.open(dir, SMALL, FINGERPRINT).close();
        try (FileChannel other = FileChannel.open(dir.resolve("LOCK"), StandardOpenOption.WRITE)) {
            other.lock();
            refused(() -> Journal.open(dir, SMALL, FINGERPRINT));
            refused(() -> Journal.open(dir, SMALL, FINGERPRINT));
        }
        Journal.open(dir, SMALL, FINGERPRINT).close();
    }

    /** Asserts that one file is locked. Each is checked, because the other lock would still refuse a second process. */
    private static void assertLocked(final Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            assertNull(lock, () -> file + " is not locked any more");
        }
    }

    private static JournalException refused(final Executable second) {
        final JournalException refused = assertThrows(JournalException.class, second);
        assertEquals(JournalException.Reason.LOCKED, refused.reason());
        return refused;
    }

    @Tag("whole")
    @Test
    void shouldRefuseWhileAnotherProcessHoldsTheFolder(final @TempDir Path dir) throws Exception {
        final Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        dir.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertEquals("holding", holder.inputReader().readLine());
            final JournalException refused = refused(() -> Journal.open(dir, SMALL, FINGERPRINT));
            assertTrue(refused.getMessage().contains("pid " + holder.pid()), refused.getMessage());
            for (String held : List.of("LOCK", "journal/.owner")) {
                assertLocked(dir.resolve(held));
            }
            assertEquals(7, JournalReader.open(dir).stat().lastSeq(), "reading needs no lock");
            refused(() -> JournalTruncation.truncate(dir, 1, true));
        } finally {
            holder.destroyForcibly().waitFor();
        }
        try (Journal journal = Journal.open(dir, SMALL, FINGERPRINT)) {
            assertEquals(7, journal.recoveredSeq(), "what was written survives the process");
        }
    }
}
