package io.daybook.cli.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddUser;
import io.daybook.api.Exchange;
import io.daybook.api.SnapshotConfig;
import io.daybook.cli.CommandRun;
import io.daybook.core.DaybookExchange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkCommandsTest {
    @TempDir
    private Path folder;

    private void trade() {
        try (Exchange exchange = DaybookExchange.builder()
                .journal(folder)
                .snapshots(SnapshotConfig.DEFAULT.keep(1))
                .start()) {
            for (int uid = 1; uid <= 5; uid++) {
                exchange.submit(new AddUser(uid)).join();
                exchange.snapshot().join();
            }
        }
    }

    private CommandRun mark(final String... arguments) {
        final String[] line = new String[arguments.length + 2];
        line[0] = "mark";
        line[1] = arguments[0];
        line[2] = folder.toString();
        System.arraycopy(arguments, 1, line, 3, arguments.length - 1);
        return CommandRun.of(line);
    }

    @Test
    void shouldSetListMoveAndRemoveMarks() {
        trade();
        assertEquals(List.of("no marks"), mark("list").lines());
        final CommandRun set = mark("set", "warehouse", "--from", "3");
        assertEquals(0, set.status(), set.err());
        assertEquals(List.of("mark warehouse keeps what is needed from seq 3 on"), set.lines());
        assertEquals(0, mark("set", "warehouse", "--from", "2").status());
        assertEquals(0, mark("set", "feed", "--from", "4711").status());
        assertTrue(mark("list").lines().get(0).matches(" +from seq +commands held +bytes held  name"));
        assertTrue(
                mark("list").lines().get(1).matches(" +4711 +0 +0  feed"),
                mark("list").out());
        assertTrue(
                mark("list").lines().get(2).matches(" +2 +\\d+ +\\d+  warehouse"),
                mark("list").out());
        assertTrue(
                mark("list", "--json")
                        .out()
                        .startsWith("{\"marks\":[{\"name\":\"feed\",\"fromSeq\":4711,\"heldSeqs\":0,\"heldBytes\":0},"),
                mark("list", "--json").out());
        assertEquals(List.of("mark feed is removed"), mark("remove", "feed").lines());
        final CommandRun again = mark("remove", "feed");
        assertEquals(2, again.status());
        assertTrue(again.err().contains("there is no mark feed; daybook mark list shows all marks"), again.err());
    }

    @Test
    void shouldNameWhatIsWrong() throws Exception {
        trade();
        assertEquals(2, mark("set", "Ware house", "--from", "3").status());
        assertEquals(2, mark("set", "warehouse", "--from", "0").status());
        assertEquals(0, mark("set", "warehouse", "--from", "3").status());
        final Path file = folder.resolve("marks/warehouse");
        final byte[] bytes = Files.readAllBytes(file);
        bytes[33] ^= 1;
        Files.write(file, bytes);
        final CommandRun damaged = mark("list");
        assertEquals(3, damaged.status());
        assertTrue(
                damaged.err().contains("CORRUPT: a mark is damaged: nothing is deleted while it exists; file=" + file),
                damaged.err());
        assertEquals(0, mark("set", "warehouse", "--from", "3").status(), "setting the mark again must repair it");
        assertEquals(0, mark("list").status());
        assertEquals(
                2,
                CommandRun.of("mark", "list", folder.resolve("none").toString()).status());
    }
}
