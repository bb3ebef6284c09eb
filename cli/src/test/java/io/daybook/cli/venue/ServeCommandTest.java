package io.daybook.cli.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.StorageLock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServeCommandTest {
    @TempDir
    private Path folder;

    private CommandRun serve(final String door, final int port) throws IOException {
        Files.writeString(folder.resolve("members.json"), "{\"members\":[]}");
        final Path config = Files.writeString(
                folder.resolve("daybook.toml"),
                "data = \"data\"\nmembers = \"members.json\"\n" + (door.equals("http") ? "" : "[http]\nport = 0\n")
                        + "[" + door + "]\nport = " + port + "\n");
        return CommandRun.of("serve", "--config", config.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "tcp", "fix"})
    void shouldNameTheKeyOfAPortThatIsTakenBeforeItTouchesTheJournal(final String door) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final CommandRun run = serve(door, taken.getLocalPort());
            assertEquals(2, run.status(), run.err());
            assertTrue(
                    run.err()
                                    .contains("the server does not start: it cannot listen on 127.0.0.1:"
                                            + taken.getLocalPort())
                            && run.err().contains("choose another " + door + ".port"),
                    run.err());
            assertFalse(Files.exists(folder.resolve("data/journal")));
        }
    }

    @Test
    void shouldSayThatAnotherProcessHasTheFolderWhereItHasThePortToo() throws IOException {
        final Path data = Files.createDirectories(folder.resolve("data"));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                StorageLock owner = new FileJournalStorage().lock(data.resolve("LOCK"), "the first one")) {
            final CommandRun run = serve("fix", taken.getLocalPort());
            assertEquals(3, run.status(), run.err());
            assertTrue(run.err().contains("a process has it already"), run.err());
            assertFalse(run.err().contains("choose another"), run.err());
        }
    }
}
