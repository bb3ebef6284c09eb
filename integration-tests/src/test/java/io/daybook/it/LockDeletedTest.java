package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs real processes on one folder, after an operator has deleted LOCK to get past a refusal, or has deleted or moved
 * the folder.
 */
@Proves("one process at most owns a folder, whatever becomes of its lock")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@OnlyLong
@Tag("whole")
class LockDeletedTest {
    private static final String NOP = "{\"cmd\":\"nop\"}";
    private static final String SNAPSHOT = "{\"cmd\":\"snapshot\"}";

    @TempDir
    private Path parent;

    /** {@code daybook exec} on a folder; it gets commands line by line. */
    private final class Exec implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;
        private final BufferedWriter in;
        private final Path err;

        Exec(final Path folder) throws IOException {
            err = Files.createTempFile(parent, "err", ".txt");
            process = DaybookProcess.builder("exec", "--journal", folder.toString(), "-")
                    .redirectError(err.toFile())
                    .start();
            out = process.inputReader(StandardCharsets.UTF_8);
            in = process.outputWriter(StandardCharsets.UTF_8);
        }

        /** Sends a line; returns the answer, or null if the process ended without one. */
        String ask(final String line) throws IOException {
            try {
                in.write(line + "\n");
                in.flush();
            } catch (IOException e) {
                return null; // the process has ended: its answer is its status
            }
            return out.readLine();
        }

        void answers(final long seq) throws IOException {
            final String answer = ask(NOP);
            assertTrue(
                    answer != null && answer.contains("\"seq\":" + seq + ",") && answer.contains("SUCCESS"),
                    () -> answer + said());
        }

        String said() {
            try {
                return Files.readString(err);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        int end() throws Exception {
            try {
                in.close();
            } catch (IOException e) {
                assertFalse(process.isAlive(), "only a process that has ended closes its input");
            }
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the process hangs");
            return process.exitValue();
        }

        void assertHaltsAsNotOwner() throws Exception {
            assertEquals(3, end(), said());
            assertTrue(said().contains("NOT_OWNER: "), said());
            assertTrue(said().contains("Way out: "), said());
        }

        @Override
        public void close() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldRefuseTheSecondProcessAndHaltTheFirstAtItsSnapshotWhereLockWasDeleted() throws Exception {
        final Path folder = parent.resolve("exchange");
        try (Exec first = new Exec(folder)) {
            first.answers(1);
            Files.delete(folder.resolve("LOCK"));
            final DaybookProcess.Ended second =
                    DaybookProcess.runAlone(parent, List.of(), "exec", "--journal", folder.toString(), "-");
            assertEquals(3, second.status(), second.err());
            assertTrue(second.err().contains("LOCKED: "), second.err());
            assertTrue(second.err().contains("pid " + first.process.pid()), second.err());
            assertTrue(second.err().contains("Never delete LOCK"), second.err());
            first.answers(2);
            first.ask(SNAPSHOT);
            first.assertHaltsAsNotOwner();
        }
        try (Exec next = new Exec(folder)) {
            next.answers(3);
            assertEquals(0, next.end(), next.said());
        }
    }

    @Test
    void shouldLetOnlyTheSecondProcessGoOnWhereAllItsFilesWereDeleted() throws Exception {
        final Path folder = parent.resolve("exchange");
        try (Exec first = new Exec(folder)) {
            first.answers(1);
            Files.delete(folder.resolve("LOCK"));
            Files.delete(folder.resolve("journal/.owner"));
            Files.delete(folder.resolve("journal/.token"));
            try (Exec second = new Exec(folder)) {
                second.answers(2);
                first.ask(SNAPSHOT);
                first.assertHaltsAsNotOwner();
                second.answers(3);
                final String snapshot = second.ask(SNAPSHOT);
                assertTrue(snapshot.contains("\"seq\":4,"), snapshot);
                assertEquals(0, second.end(), second.said());
            }
        }
        final DaybookProcess.Ended verified = DaybookProcess.run("journal", "verify", folder.toString());
        assertEquals(0, verified.status(), verified.err());
        final DaybookProcess.Ended restored = DaybookProcess.run("restore", folder.toString());
        assertEquals(0, restored.status(), restored.err());
        assertTrue(restored.out().contains("seq: 4"), restored.out()::toString);
    }

    @Test
    void shouldHaltAtTheSnapshotWhereTheFolderWasDeletedAndMakeNoneAnew() throws Exception {
        final Path folder = parent.resolve("exchange");
        try (Exec exec = new Exec(folder)) {
            exec.answers(1);
            deleteAll(folder);
            exec.ask(SNAPSHOT);
            exec.assertHaltsAsNotOwner();
        }
        assertFalse(Files.exists(folder));
    }

    @Test
    void shouldHaltAtTheSnapshotWhereTheFolderWasRenamedAndHaveAllOfItThere() throws Exception {
        final Path folder = parent.resolve("exchange");
        final Path renamed = parent.resolve("renamed");
        try (Exec exec = new Exec(folder)) {
            exec.answers(1);
            Files.move(folder, renamed);
            exec.answers(2);
            exec.ask(SNAPSHOT);
            exec.assertHaltsAsNotOwner();
        }
        assertFalse(Files.exists(folder));
        try (Exec next = new Exec(renamed)) {
            next.answers(3);
            assertEquals(0, next.end(), next.said());
        }
    }

    private static void deleteAll(final Path path) throws IOException {
        if (Files.isDirectory(path)) {
            try (Stream<Path> entries = Files.list(path)) {
                for (final Path entry : entries.toList()) {
                    deleteAll(entry);
                }
            }
        }
        Files.delete(path);
    }
}
