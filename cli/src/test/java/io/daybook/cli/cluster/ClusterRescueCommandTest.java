package io.daybook.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output of {@code daybook cluster rescue} before it acts. */
@Proves("a rescue prints its cost before it acts")
@Tag("whole")
class ClusterRescueCommandTest {
    private static final String COST =
            "Commands that the two lost nodes had answered, and that this node lacks, are gone.";

    @TempDir
    private Path folder;

    private String file;

    @BeforeEach
    void writeFile() throws IOException {
        final int base = FreePorts.next(30);
        file = Files.writeString(folder.resolve("n0.toml"), """
                cluster = "tulip"
                node = 0
                dir = "data0"
                members = ["127.0.0.1:%d", "127.0.0.1:%d", "127.0.0.1:%d"]
                """.formatted(base, base + 10, base + 20))
                .toString();
    }

    private CommandRun rescue(final String... more) {
        final String[] words = new String[4 + more.length];
        System.arraycopy(
                new String[] {
                    "cluster", "rescue", file, folder.resolve("journal").toString()
                },
                0,
                words,
                0,
                4);
        System.arraycopy(more, 0, words, 4, more.length);
        return CommandRun.of(words);
    }

    @Test
    void shouldDoNothingUntilItsCostIsAgreedTo() throws IOException {
        final Path log =
                Files.createDirectories(folder.resolve("data0/archive")).resolve("0-0.rec");
        Files.writeString(log, "a log");
        final CommandRun run = rescue();
        assertEquals(2, run.status(), run.err());
        assertTrue(run.out().contains(COST), run.out());
        assertTrue(run.out().contains("Nothing was done: add --yes to carry it out."), run.out());
        assertEquals("a log", Files.readString(log));
        assertFalse(Files.exists(folder.resolve("journal")));
    }

    /** A rescue that fails in the middle has printed its cost, too. */
    @Test
    void shouldSayItsCostBeforeItLooksAtTheLog() {
        final CommandRun run = rescue("--yes");
        assertTrue(run.status() > 1, run.err());
        assertTrue(run.out().contains(COST), run.out());
        assertFalse(run.out().contains("Now move the folders"), run.out());
    }
}
