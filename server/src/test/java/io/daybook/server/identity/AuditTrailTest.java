package io.daybook.server.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.audit.AuditChain;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.audit.JsonAuditLog;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each line of the audit log has the hash of the previous line, across files, writers and torn ends. */
class AuditTrailTest {
    private static final int SMALL = 1_000;

    @TempDir
    private Path root;

    /** The folder of the log; the file of its head is next to it. */
    private Path folder;

    @BeforeEach
    void make() throws IOException {
        folder = Files.createDirectory(root.resolve("server"));
    }

    @Test
    void shouldChainLinesOverFilesAndWriters() throws Exception {
        try (AuditTrail first = trail();
                AuditTrail second = trail()) {
            for (int i = 0; i < 20; i++) {
                (i % 3 == 0 ? second : first).write("k262144 admin", "127.0.0.1", "act", "line " + i, i);
            }
        }
        assertChain(20);
        assertTrue(Files.exists(folder.resolve("audit-2.jsonl")), "the lines must fill more than two files");
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(AuditChain.FILE))));
    }

    @Test
    void shouldGoOnBehindATornLineAndAFileThatWasOnlyRenamed() throws Exception {
        try (AuditTrail before = trail()) {
            before.write("a", "b", "act", "whole", 1);
        }
        Files.writeString(folder.resolve(AuditChain.FILE), "{\"torn", StandardOpenOption.APPEND);
        try (AuditTrail after = trail()) {
            after.write("a", "b", "act", "behind", 2);
        }
        Files.move(folder.resolve(AuditChain.FILE), folder.resolve("audit-1.jsonl"));
        try (AuditTrail after = trail()) {
            after.write("a", "b", "act", "in a new file", 3);
        }
        assertChain(4);
    }

    @Test
    void shouldGoOnWithTheLastLineWhereTheNewestFileIsEmpty() throws Exception {
        try (AuditTrail before = trail()) {
            before.write("a", "b", "act", "whole", 1);
        }
        Files.move(folder.resolve(AuditChain.FILE), folder.resolve("audit-1.jsonl"));
        Files.createFile(folder.resolve(AuditChain.FILE));
        try (AuditTrail after = trail()) {
            after.write("a", "b", "act", "after", 2);
        }
        assertChain(2);
        assertEquals(new AuditCheck(2, null), AuditCheck.of(folder));
    }

    @Test
    void shouldNotUseTheNumberOfAFileThatWasCarriedAway() throws Exception {
        for (int round = 0; round < 2; round++) {
            try (AuditTrail trail = trail()) {
                for (int i = 0; i < 20; i++) {
                    trail.write("a", "b", "act", "line " + i, i);
                }
                assertTrue(readBack(trail, 3).size() > 20 * round, "the lines of earlier files must be found");
            }
            assertEquals(null, AuditCheck.of(folder).fault());
            assertEquals(round == 0, Files.deleteIfExists(folder.resolve("audit-1.jsonl")));
        }
    }

    /** All lines, read in parts, the newest first. */
    private static List<String> readBack(final AuditTrail trail, final int most) {
        final List<String> all = new ArrayList<>();
        List<AuditTrail.Line> page = trail.before(Long.MAX_VALUE, Long.MAX_VALUE, most);
        while (!page.isEmpty()) {
            page.forEach(line -> all.add(line.json().replaceAll(".*\"what\":\"([^\"]*)\".*", "$1")));
            final AuditTrail.Line last = page.get(page.size() - 1);
            page = trail.before(last.file(), last.offset(), most);
        }
        return all;
    }

    @Test
    void shouldReadBackWhatWasWrittenOverFilesAndTornLines() throws Exception {
        try (AuditTrail trail = trail()) {
            assertEquals(List.of(), readBack(trail, 10));
            final List<String> wanted = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                trail.write("k262144 admin", "127.0.0.1", "act", "line " + i, i);
                wanted.add(0, "line " + i);
            }
            Files.writeString(folder.resolve(AuditChain.FILE), "{\"time\":\"torn", StandardOpenOption.APPEND);
            for (int most = 1; most <= 21; most++) {
                assertEquals(wanted, readBack(trail, most), "read in pages of " + most);
            }
            trail.write("k262144 admin", "127.0.0.1", "act", "behind", 21);
            wanted.add(0, "behind");
            assertEquals(wanted, readBack(trail, 3));
        }
        try (AuditTrail large = new AuditTrail(folder.resolve("large"), Clock.system())) {
            for (int i = 0; i < 2_000; i++) {
                large.write("who".repeat(80), "from".repeat(60), "act".repeat(80), "line " + i, i);
            }
            final List<String> all = readBack(large, 700);
            assertEquals(2_000, all.size());
            assertEquals("line 0", all.get(1_999));
        }
    }

    /** A directory with the name of the file keeps every process from writing the file, whatever its rights. */
    @Test
    void shouldRefuseToBeginWhatCannotBeNotedAndOweWhatWasDone() throws Exception {
        final Path file = folder.resolve(AuditChain.FILE);
        try (AuditTrail trail = trail()) {
            Files.createDirectory(file);
            assertThrows(NotNotedException.class, () -> trail.begin("a", "b", "adjust", "refused"));
            assertEquals(List.of(), trail.reasons());
            trail.write("a", "b", "suspend", "owed 1", 7);
            trail.write("a", "b", "suspend", "owed 2", 8);
            assertTrue(trail.reasons().get(0).contains("2 acts"), () -> trail.reasons()
                    .toString());
            Files.delete(file);
            trail.begin("a", "b", "adjust", "later");
            assertEquals(List.of(), trail.reasons());
        }
        final List<String> lines = Files.readAllLines(file);
        assertTrue(lines.get(0).contains("owed 1") && lines.get(1).contains("owed 2"), lines::toString);
        assertTrue(lines.get(2).contains("\"act\":\"asked: adjust\",\"what\":\"later\""), lines::toString);
        assertChain(3);
    }

    @Test
    void shouldFindLinesThatWereChangedOrTakenOut() throws Exception {
        try (AuditTrail trail = trail()) {
            for (int i = 0; i < 20; i++) {
                trail.write("a", "b", "act", "line " + i, i);
            }
        }
        assertEquals(new AuditCheck(20, null), AuditCheck.of(folder));
        final Path older = folder.resolve("audit-1.jsonl");
        final String sound = Files.readString(older);
        Files.writeString(older, sound.replace("line 1\"", "line 9\""));
        assertTrue(String.valueOf(AuditCheck.of(folder).fault()).contains("line 3"), "a changed line must be found");
        Files.writeString(older, sound.substring(sound.indexOf('\n') + 1));
        assertEquals(new AuditCheck(19, null), AuditCheck.of(folder), "the first lines of a log may be absent");
        Files.writeString(older, sound.replaceFirst("(?s)\n.*?\n", "\n"));
        assertTrue(String.valueOf(AuditCheck.of(folder).fault()).contains("line 2"), "a removed line must be found");
        Files.writeString(older, sound);
        final Path file = folder.resolve(AuditChain.FILE);
        final List<String> last = Files.readAllLines(file);
        Files.write(file, last.subList(0, last.size() - 1));
        assertTrue(
                String.valueOf(AuditCheck.of(folder).fault()).contains("missing at its end"),
                "a removed end must be found");
    }

    @Test
    void shouldStillFindACutEndAfterTheNextActs() throws Exception {
        final Path file = folder.resolve(AuditChain.FILE);
        try (AuditTrail trail = trail()) {
            for (int i = 0; i < 3; i++) {
                trail.write("a", "b", "act", "line " + i, i);
            }
        }
        Files.write(file, Files.readAllLines(file).subList(0, 2));
        for (int i = 0; i < 2; i++) {
            try (AuditTrail trail = trail()) {
                trail.write("a", "b", "act", "after", 7);
            }
            final String fault = String.valueOf(AuditCheck.of(folder).fault());
            assertTrue(fault.startsWith("the audit log was changed: " + file + ": lines are missing"), fault);
        }
        Files.delete(AuditTrail.headFile(folder)); // the operator accepts the change
        try (AuditTrail trail = trail()) {
            trail.write("a", "b", "act", "after", 8);
        }
        assertEquals(null, AuditCheck.of(folder).fault());
    }

    @Test
    void shouldFindACutEndOfTheLogOfDoors() throws Exception {
        final Path doors = folder.resolve("gateway");
        final Path file = doors.resolve(AuditChain.FILE);
        try (JsonAuditLog log = new JsonAuditLog(new FileJournalStorage(), doors, Clock.system(), e -> {})) {
            log.write(new AuditEvent.Stopped("one"));
            log.write(new AuditEvent.Stopped("two"));
        }
        assertEquals(new AuditCheck(2, null), AuditCheck.ofDoors(doors));
        Files.write(file, Files.readAllLines(file).subList(0, 1));
        final String fault = String.valueOf(AuditCheck.ofDoors(doors).fault());
        assertTrue(fault.contains("lines are missing at its end"), fault);
    }

    @Test
    void shouldNotTellAFileThatCannotBeReadForAChangedOne() throws Exception {
        Files.createDirectory(folder.resolve(AuditChain.FILE));
        try (AuditTrail trail = trail()) {
            trail.checkInBackground();
            final long endNs = System.nanoTime() + 60_000_000_000L;
            while (trail.reasons().isEmpty() && System.nanoTime() < endNs) {
                LockSupport.parkNanos(1_000_000);
            }
            final String reason = trail.reasons().toString();
            assertTrue(reason.startsWith("[the audit log cannot be read: "), reason);
        }
    }

    /** A suspend must not wait for a disk that hangs, or for a search of many lines. */
    @Test
    void shouldNotHoldUpAnUrgentActWhereTheLogIsBusy() throws Exception {
        final Caller caller = new Caller(null, InetAddress.getLoopbackAddress(), null);
        final CountDownLatch goesOn = new CountDownLatch(1);
        try (AuditTrail trail = trail()) {
            final CompletableFuture<Void> busy =
                    trail.after(CompletableFuture.completedFuture(null), (done, error) -> awaitQuietly(goesOn));
            final CompletableFuture<Void> ordinary = trail.begun(caller, "add user", "302", false);
            trail.begun(caller, "suspend user", "301", true).get(60, TimeUnit.SECONDS);
            assertFalse(ordinary.isDone(), "an ordinary act must wait for its line in the log");
            goesOn.countDown();
            busy.get(60, TimeUnit.SECONDS);
            ordinary.get(60, TimeUnit.SECONDS);
        }
        final String lines = Files.readString(folder.resolve(AuditChain.FILE));
        assertTrue(lines.contains("asked: suspend user"), lines);
        assertChain(2);
    }

    private static void awaitQuietly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private AuditTrail trail() {
        return new AuditTrail(folder, Clock.system(), SMALL);
    }

    private void assertChain(final int lines) throws Exception {
        final List<String> all = new ArrayList<>();
        for (int number = 1; Files.exists(folder.resolve("audit-" + number + ".jsonl")); number++) {
            all.addAll(Files.readAllLines(folder.resolve("audit-" + number + ".jsonl")));
        }
        all.addAll(Files.readAllLines(folder.resolve(AuditChain.FILE)));
        assertEquals(lines, all.size());
        String before = "";
        for (final String line : all) {
            if (line.endsWith("}")) {
                final String hash =
                        HexFormat.of().formatHex(Signatures.sha256(before.getBytes(StandardCharsets.US_ASCII)));
                assertTrue(line.contains("\"before\":\"" + hash + "\""), line);
            }
            before = line;
        }
    }
}
