package io.daybook.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonReportTest {
    @TempDir
    private Path folder;

    private void journal() {
        final CommandRun run = CommandRun.withInput(
                "{\"cmd\":\"add_user\",\"uid\":1}\n{\"cmd\":\"nop\"}\n", "exec", "--journal", folder.toString());
        assertEquals(0, run.status(), run.err());
    }

    @Test
    void shouldReportARestoreToPrograms() {
        journal();
        final String line =
                CommandRun.of("restore", folder.toString(), "--json").out();
        assertTrue(
                line.matches("\\{\"lastSeq\":2,\"snapshotSeq\":0,\"replayed\":2,\"segments\":1,\"notes\":\\[\\],"
                        + "\"elapsedNs\":\\d+,\"stateHash\":\"[0-9a-f]{16}\"}\n"),
                line);
    }

    @Test
    void shouldReportAJournalToPrograms() {
        journal();
        final String line =
                CommandRun.of("journal", "stat", folder.toString(), "--json").out();
        assertTrue(
                line.matches("\\{\"exchangeId\":\"[^\"]+\",\"createdNs\":\\d+,\"settings\":\"[^\"]+\",\"firstSeq\":1,"
                        + "\"lastSeq\":2,\"bytesOnDisk\":\\d+,\"encodedBytes\":\\d+,\"storedBytes\":\\d+,"
                        + "\"segments\":\\[\\{\"file\":\"\\d{20}\\.jnl\",\"formatVersion\":2,\"firstSeq\":1,"
                        + "\"lastSeq\":2,\"dataFrames\":\\d+,"
                        + "\"lz4Frames\":0,\"usedBytes\":\\d+,\"end\":\"CLEAN_END\"}],\"snapshots\":\\[],"
                        + "\"problems\":\\[],\"notes\":\\[]}\n"),
                line);
    }

    @Test
    void shouldReportSnapshotsToPrograms() {
        assertEquals(
                0,
                CommandRun.withInput("{\"cmd\":\"snapshot\"}\n", "exec", "--journal", folder.toString())
                        .status());
        final String line =
                CommandRun.of("snapshot", "list", folder.toString(), "--json").out();
        assertTrue(
                line.matches("\\{\"snapshots\":\\[\\{\"seq\":1,\"bytes\":\\d+,\"contentBytes\":\\d+,"
                        + "\"stateHash\":\"[0-9a-f]{16}\"}]}\n"),
                line);
    }

    @Test
    void shouldReportAnAuditToPrograms() {
        journal();
        final String line = CommandRun.of("audit", folder.toString(), "--json").out();
        assertTrue(
                line.matches("\\{\"seq\":2,\"snapshotSeq\":0,\"replayed\":2,\"notes\":\\[],\"users\":1,\"orders\":0,"
                        + "\"balanced\":true,\"violations\":\\[],\"stateHash\":\"[0-9a-f]{16}\"}\n"),
                line);
    }
}
