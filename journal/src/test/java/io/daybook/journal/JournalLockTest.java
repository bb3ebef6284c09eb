package io.daybook.journal;

import static io.daybook.journal.JournalFixture.FINGERPRINT;
import static io.daybook.journal.JournalFixture.SMALL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process at a time; and when it is gone, the folder is free. */
final class JournalLockTest {

    /** Another process: opens the journal, appends without a force, says so, and waits to be killed. */
    static final class Holder {
        public static void main(String[] args) throws Exception {
            final Journal journal = Journal.open(Path.of(args[0]), SMALL, FINGERPRINT);
            JournalFixture.append(journal.writer(), 7, 300);
            System.out.println("holding");
            System.in.read();
            journal.close();
        }
    }

    @Test
    void shouldRefuseWhileAnotherProcessHoldsTheFolder(@TempDir Path dir) throws Exception {
        final Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        dir.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertEquals("holding", holder.inputReader().readLine());
            final JournalException refused =
                    assertThrows(JournalException.class, () -> Journal.open(dir, SMALL, FINGERPRINT));
            assertEquals(JournalException.Reason.LOCKED, refused.reason());
            assertTrue(refused.getMessage().contains("pid " + holder.pid()), refused.getMessage());
            assertEquals(7, JournalReader.open(dir).stat().lastSeq(), "reading needs no lock");
            assertThrows(JournalException.class, () -> JournalTruncation.truncate(dir, 1, true));
        } finally {
            holder.destroyForcibly().waitFor();
        }
        try (Journal journal = Journal.open(dir, SMALL, FINGERPRINT)) {
            assertEquals(7, journal.recoveredSeq(), "what was written survives the process");
        }
    }
}
