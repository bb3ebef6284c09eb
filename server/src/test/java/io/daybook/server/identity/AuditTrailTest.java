package io.daybook.server.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.journal.host.Clock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each line of the audit log has the hash of the line before, over files, writers and torn ends. */
class AuditTrailTest {
    private static final int SMALL = 1_000;

    @TempDir
    private Path folder;

    @Test
    void shouldChainLinesOverFilesAndWriters() throws Exception {
        try (AuditTrail first = trail();
                AuditTrail second = trail()) {
            for (int i = 0; i < 20; i++) {
                (i % 3 == 0 ? second : first).write("k262144 admin", "127.0.0.1", "act", "line " + i, i);
            }
        }
        assertChain(20);
        assertTrue(Files.exists(folder.resolve("audit-2.jsonl")), "more than two files were needed");
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(AuditTrail.FILE))));
    }

    @Test
    void shouldGoOnBehindATornLineAndAFileThatWasOnlyRenamed() throws Exception {
        try (AuditTrail before = trail()) {
            before.write("a", "b", "act", "whole", 1);
        }
        Files.writeString(folder.resolve(AuditTrail.FILE), "{\"torn", StandardOpenOption.APPEND);
        try (AuditTrail after = trail()) {
            after.write("a", "b", "act", "behind", 2);
        }
        Files.move(folder.resolve(AuditTrail.FILE), folder.resolve("audit-1.jsonl"));
        try (AuditTrail after = trail()) {
            after.write("a", "b", "act", "in a new file", 3);
        }
        assertChain(4);
    }

    private AuditTrail trail() {
        return new AuditTrail(folder, Clock.system(), SMALL);
    }

    private void assertChain(final int lines) throws Exception {
        final List<String> all = new ArrayList<>();
        for (int number = 1; Files.exists(folder.resolve("audit-" + number + ".jsonl")); number++) {
            all.addAll(Files.readAllLines(folder.resolve("audit-" + number + ".jsonl")));
        }
        all.addAll(Files.readAllLines(folder.resolve(AuditTrail.FILE)));
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
