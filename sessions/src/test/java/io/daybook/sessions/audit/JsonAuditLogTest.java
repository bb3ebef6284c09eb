package io.daybook.sessions.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonAuditLogTest {
    private static final String START = "{\"time\":\"2026-11-23T08:00:00.250Z\",\"event\":";
    private static final AuditEvent STOPPED = new AuditEvent.Stopped("SIGTERM");
    private static final String STOPPED_LINE = START + "\"stopped\",\"reason\":\"SIGTERM\"}";

    @TempDir
    private Path folder;

    private final List<IOException> failures = new ArrayList<>();

    @Test
    void shouldWriteALineForEachEvent() throws IOException {
        try (JsonAuditLog log = log(1 << 20, 3)) {
            log.write(new AuditEvent.LoggedIn(17, "ALPHA", "10.0.0.1", "robot \"7\" \\ \n\u00e9", 41));
            log.write(new AuditEvent.Ended(17, "ALPHA", "10.0.0.1", "SLOW", 5, 9, 2));
        }
        assertEquals(
                List.of(
                        START + "\"loggedIn\",\"session\":17,\"member\":\"ALPHA\",\"address\":\"10.0.0.1\","
                                + "\"program\":\"robot \\\"7\\\" \\\\ \\u000a\\u00e9\",\"lastRequest\":41}",
                        START + "\"ended\",\"session\":17,\"member\":\"ALPHA\",\"address\":\"10.0.0.1\","
                                + "\"reason\":\"SLOW\",\"requests\":5,\"messages\":9,\"refusals\":2}"),
                lines("audit.jsonl"));
    }

    @Test
    void shouldGoOnBehindATornLine() throws IOException {
        Files.writeString(folder.resolve("audit.jsonl"), STOPPED_LINE + "\n{\"time\":\"20");
        try (JsonAuditLog log = log(1 << 20, 3)) {
            log.write(STOPPED);
        }
        assertEquals(List.of(STOPPED_LINE, "{\"time\":\"20", STOPPED_LINE), lines("audit.jsonl"));
    }

    @Test
    void shouldNumberFullFilesAndDeleteTheOldest() throws IOException {
        try (JsonAuditLog log = log(2L * (STOPPED_LINE.length() + 77), 2)) {
            for (int i = 0; i < 9; i++) {
                log.write(STOPPED);
            }
        }
        try (var names = Files.list(folder)) {
            assertEquals(
                    List.of("audit-000003.jsonl", "audit-000004.jsonl", "audit.jsonl"),
                    names.map(path -> path.getFileName().toString()).sorted().toList());
        }
        assertEquals(List.of(STOPPED_LINE, STOPPED_LINE), lines("audit-000004.jsonl"));
        assertEquals(List.of(STOPPED_LINE), lines("audit.jsonl"));
    }

    @Test
    void shouldCountTheLinesThatTheDiskRefused() throws IOException {
        final FullDisk disk = new FullDisk();
        try (JsonAuditLog log =
                new JsonAuditLog(disk, folder, new SimulatedClock(1_795_420_800_250L), failures::add, 1 << 20, 3)) {
            log.write(STOPPED);
            disk.room = 10;
            log.write(STOPPED);
            log.write(STOPPED);
            disk.room = Integer.MAX_VALUE;
            log.write(STOPPED);
        }
        assertEquals(
                List.of("no space"),
                failures.stream().map(IOException::getMessage).toList());
        final List<String> lines = lines("audit.jsonl");
        assertEquals(
                List.of(
                        STOPPED_LINE,
                        STOPPED_LINE.substring(0, 10),
                        START + "\"linesLost\",\"count\":2}",
                        STOPPED_LINE),
                lines);
        assertEquals(0, disk.open, "files left open");
    }

    @Test
    void shouldKeepTheHashOfTheLastLineThroughALossOfPower() throws IOException {
        final SimulatedStorage disk = new SimulatedStorage();
        final Path log = Path.of("/venue/gateway");
        final Path head = JsonAuditLog.headFile(log);
        try (JsonAuditLog audit = new JsonAuditLog(disk, log, new SimulatedClock(0), failures::add)) {
            audit.write(STOPPED);
            assertFalse(disk.exists(head), "a line that a stranger causes must not be forced");
            audit.write(new AuditEvent.AdminAct("w", "a", "d"));
            final SimulatedStorage after = disk.copy().crash(new Random(7));
            final String[] lines =
                    new String(after.bytes(log.resolve(AuditChain.FILE)), StandardCharsets.US_ASCII).split("\n");
            assertEquals(2, lines.length);
            assertEquals(AuditText.hash(lines[1]) + "\n", new String(after.bytes(head), StandardCharsets.US_ASCII));
        }
        assertEquals(List.of(), failures);
    }

    @Test
    void shouldWriteEveryKindOfEvent() throws IOException {
        final List<AuditEvent> events = List.of(
                new AuditEvent.LoggedIn(1, "A", "::1", "p", 0),
                new AuditEvent.LoginRefused(1L << 32, "::1", "r"),
                new AuditEvent.ConnectionsRefused("::1", "r", 3),
                new AuditEvent.Ended(1, "A", "::1", "r", 1, 2, 3),
                new AuditEvent.OrdersCancelled(1, "A", 2),
                new AuditEvent.MembersReloaded(3, 1, 1, 1),
                new AuditEvent.ReloadRefused("f"),
                new AuditEvent.AdminAct("w", "a", "d"),
                new AuditEvent.Started("::1", 3),
                STOPPED);
        assertEquals(AuditEvent.class.getPermittedSubclasses().length, events.size());
        try (JsonAuditLog log = log(1 << 20, 3)) {
            events.forEach(log::write);
        }
        final List<String> lines = lines("audit.jsonl");
        for (int i = 0; i < lines.size(); i++) {
            final String name = events.get(i).getClass().getSimpleName();
            assertTrue(
                    lines.get(i).contains("\"event\":\"" + Character.toLowerCase(name.charAt(0)) + name.substring(1)));
        }
        assertEquals(events.size(), lines.size());
    }

    private JsonAuditLog log(final long maxBytes, final int kept) {
        return new JsonAuditLog(
                new FileJournalStorage(),
                folder,
                new SimulatedClock(1_795_420_800_250L),
                failures::add,
                maxBytes,
                kept);
    }

    /** Returns the lines without their hashes, each of which must be the hash of the line before. */
    private List<String> lines(final String name) throws IOException {
        final List<String> all = Files.readAllLines(folder.resolve(name));
        for (int i = 1; i < all.size(); i++) {
            final String before = ",\"before\":\"" + AuditText.hash(all.get(i - 1)) + "\"}";
            assertTrue(all.get(i).endsWith(before) || !all.get(i).endsWith("}"), all.get(i));
        }
        return all.stream()
                .map(line -> line.replaceFirst(",\"before\":\"[0-9a-f]{64}\"}$", "}"))
                .toList();
    }

    @Test
    void shouldChainLinesOverFilesAndStarts() throws IOException {
        for (int i = 0; i < 5; i++) {
            try (JsonAuditLog log = log(400, 20)) {
                log.write(STOPPED);
                log.write(STOPPED);
            }
        }
        String before = "";
        int lines = 0;
        try (var names = Files.list(folder)) {
            for (final Path file : names.sorted().toList()) {
                for (final String line : Files.readAllLines(file)) {
                    assertTrue(line.endsWith(",\"before\":\"" + AuditText.hash(before) + "\"}"), line);
                    before = line;
                    lines++;
                }
            }
        }
        assertEquals(10, lines);
    }

    @Test
    void shouldGoOnWithTheLastLineWhereTheNewestFileIsEmpty() throws IOException {
        try (JsonAuditLog log = log(1 << 20, 3)) {
            log.write(STOPPED);
        }
        Files.move(folder.resolve("audit.jsonl"), folder.resolve("audit-000001.jsonl"));
        Files.createFile(folder.resolve("audit.jsonl"));
        try (JsonAuditLog log = log(1 << 20, 3)) {
            log.write(STOPPED);
        }
        final String before =
                Files.readAllLines(folder.resolve("audit-000001.jsonl")).get(0);
        final String line = Files.readAllLines(folder.resolve("audit.jsonl")).get(0);
        assertTrue(line.endsWith(",\"before\":\"" + AuditText.hash(before) + "\"}"), line);
    }

    /** A disk with room for a given number of bytes. */
    private static final class FullDisk extends ForwardingStorage {
        private int room = Integer.MAX_VALUE;
        private int open;

        FullDisk() {
            super(new FileJournalStorage());
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            return new Limited(super.create(path));
        }

        @Override
        public StorageFile open(final Path path) throws IOException {
            return new Limited(super.open(path));
        }

        private final class Limited extends ForwardingFile {
            Limited(final StorageFile file) {
                super(file);
                open++;
            }

            @Override
            public void close() throws IOException {
                super.close();
                open--;
            }

            @Override
            public int write(final ByteBuffer source, final long position) throws IOException {
                if (room == 0) {
                    throw new IOException("no space");
                }
                final ByteBuffer some = source.slice().limit(Math.min(room, source.remaining()));
                final int written = super.write(some, position);
                source.position(source.position() + written);
                room -= written;
                return written;
            }
        }
    }
}
