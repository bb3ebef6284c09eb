package io.daybook.cli.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddUser;
import io.daybook.api.Exchange;
import io.daybook.cli.CommandRun;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code daybook restore-backup}: a restore does what --try has announced. */
@Proves("restore-backup compares a copy with the lost folder, and changes nothing with --try")
@Tag("whole")
class RestoreBackupCommandTest {
    @TempDir
    private Path folder;

    private String file;
    private String data;
    private String lost;

    /** Makes a folder that was used after its backup, and is lost. */
    @BeforeEach
    void makeBackup() throws IOException {
        data = folder.resolve("data").toString();
        lost = folder.resolve("lost").toString();
        file = Files.writeString(
                        folder.resolve("daybook.toml"),
                        "data = \"" + data + "\"\n[http]\nport = 0\n[currency.EUR]\nid = 20\ndecimals = 2\n")
                .toString();
        addUser(1);
        ok("key", "init", "--config", file);
        ok("key", "add", "early", "--role=viewer", "--config", file);
        ok("backup", "--config", file, "--to", folder.resolve("copy").toString());
        addUser(2);
        ok("key", "end", "k262145", "--config", file);
        ok("key", "add", "late", "--role=viewer", "--config", file);
        Files.move(Path.of(data), Path.of(lost));
        Files.move(folder.resolve("copy"), Path.of(data));
    }

    private void addUser(final long uid) {
        try (Exchange exchange =
                DaybookExchange.builder().journal(Path.of(data)).start()) {
            assertTrue(exchange.submit(new AddUser(uid)).join().isSuccess());
        }
    }

    private static String ok(final String... words) {
        final CommandRun run = CommandRun.of(words);
        assertEquals(0, run.status(), run.err());
        return run.out();
    }

    @Test
    void shouldDoWhatItSaidItWouldDo() {
        final String planned = withoutHistory(ok("restore-backup", data, "--lost", lost, "--try"));
        assertEquals(
                planned,
                withoutHistory(ok("restore-backup", data, "--lost", lost, "--try")),
                "--try must change nothing");
        final String done = ok("restore-backup", data, "--lost", lost);
        assertEquals(planned.replace("would restore to seq: ", "restored to seq: "), withoutHistory(done));
        final List<String> lines = done.lines().toList();
        final long seq = Long.parseLong(lines.get(0).substring("restored to seq: ".length()));
        assertTrue(lines.contains("note: seq: the copy ends with " + seq + ", and the lost folder with " + (seq + 1)));
        assertTrue(lines.contains("note: key k262145 early: was ended after the backup, and is ended here, too"), done);
        assertTrue(lines.contains("note: key k262146 late: was made after the backup; make it again"), done);
        final String keys = ok("key", "list", "--config", file);
        assertTrue(keys.contains("k262145  bearer  viewer  early  ended"), keys);
        final String made = ok("key", "add", "later", "--role=viewer", "--config", file);
        assertFalse(made.contains("k262146"), "the number of a lost key must not be used again: " + made);
        assertEquals("17 is admitted, history " + history(done) + "\n", ok("admit", data, "17"));
    }

    /** An operator may have to restore a second time. */
    @Test
    void shouldBeginALaterHistoryEachTime() {
        final long first = history(ok("restore-backup", data, "--lost", lost));
        final long second = history(ok("restore-backup", data));
        assertTrue(second > first, second + " after " + first);
    }

    @Test
    void shouldSayWhyNothingWasRestored() throws IOException {
        final CommandRun none =
                CommandRun.of("restore-backup", folder.resolve("none").toString());
        assertEquals(3, none.status(), none.err());
        assertTrue(none.err().contains("nothing was restored: "), none.err());
        final Path audit = Path.of(data, "server/audit.jsonl");
        Files.deleteIfExists(audit);
        Files.createDirectory(audit);
        final CommandRun unnoted = CommandRun.of("restore-backup", data, "--lost", lost);
        assertEquals(3, unnoted.status(), unnoted.err());
        assertTrue(
                unnoted.err().contains(data + " stays a copy, because its restore cannot be logged: "), unnoted.err());
        assertFalse(unnoted.err().contains("\tat "), unnoted.err());
        Files.delete(audit);
        ok("restore-backup", data, "--lost", lost);
    }

    /** Replaces the number of the history, which is the second in which it begins. */
    private static String withoutHistory(final String said) {
        return said.replace("history: " + history(said), "history: its time");
    }

    private static long history(final String said) {
        return said.lines()
                .filter(line -> line.startsWith("history: "))
                .mapToLong(line -> Long.parseLong(line.substring("history: ".length())))
                .findFirst()
                .orElseThrow();
    }
}
