package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("journals and snapshots of version 1 are restored, and a reader in Python reads the same commands")
@Tag("whole")
class GoldenJournalTest {
    private static final Path READER = Path.of("src", "test", "python", "read_journal.py");

    @TempDir
    private Path folder;

    private DaybookProcess.Ended daybook(final String... arguments) {
        final DaybookProcess.Ended run = DaybookProcess.run(arguments);
        assertEquals(0, run.status(), run.err());
        return run;
    }

    @Test
    void shouldDumpTheGoldenJournal() throws IOException {
        final Path golden = GoldenJournal.unpack(folder);
        final List<String> dumped =
                daybook("journal", "dump", golden.toString()).out();
        assertTrue(dumped.get(0).startsWith("# seqs up to "), "the dump must begin with a line about semantics 1");
        assertEquals(GoldenJournal.commands(), dumped.subList(1, dumped.size()));
    }

    @Test
    void shouldRestoreTheGoldenSnapshotAndWhatFollowsIt() throws IOException {
        final Path golden = GoldenJournal.unpack(folder);
        final List<String> restored = daybook("restore", golden.toString()).out();
        assertTrue(restored.contains("seq: " + GoldenJournal.LAST_SEQ), restored::toString);
        assertTrue(
                restored.get(1).startsWith("recovered from: the snapshot at seq " + GoldenJournal.SNAPSHOT_SEQ + ","),
                restored::toString);
        assertTrue(restored.contains("state hash: " + GoldenJournal.HASH), restored::toString);
        final List<String> list = daybook("snapshot", "list", golden.toString()).out();
        assertTrue(list.get(1).endsWith(GoldenJournal.HASH_AT_SNAPSHOT + "  sound"), list::toString);
    }

    @Test
    void shouldReplayTheGoldenJournalToTheSameState() throws IOException {
        final Path golden = GoldenJournal.unpack(folder);
        try (Stream<Path> files = Files.list(golden.resolve("snapshots/00000000000000000021"))) {
            for (final Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(golden.resolve("snapshots/00000000000000000021"));
        final List<String> restored = daybook("restore", golden.toString()).out();
        assertTrue(restored.get(1).startsWith("recovered from: the start of the journal"), restored::toString);
        assertTrue(restored.contains("state hash: " + GoldenJournal.HASH), restored::toString);
    }

    @Test
    void shouldBeReadableFromAnotherLanguage() throws Exception {
        assumeTrue(hasPython(), "python3 is missing: the reader in another language was not tested");
        assertEquals(GoldenJournal.commands(), readByPython(GoldenJournal.unpack(folder)));
    }

    /**
     * Reads a journal of the current format that was closed in order; the golden journal has version 1 of the format.
     */
    @Test
    void shouldBeReadableFromAnotherLanguageInItsNewestFormat() throws Exception {
        assumeTrue(hasPython(), "python3 is missing: the reader in another language was not tested");
        final Path journal = folder.resolve("newest");
        final Path input = Files.write(folder.resolve("in.jsonl"), GoldenJournal.commands());
        assertEquals(
                0,
                DaybookProcess.run(input, "exec", "--journal", journal.toString(), "-")
                        .status());
        assertTrue(Files.exists(journal.resolve("journal").resolve("CLOSED")));
        assertEquals(daybook("journal", "dump", journal.toString()).out(), readByPython(journal));
    }

    private List<String> readByPython(final Path journal) throws Exception {
        final Path out = folder.resolve("python.jsonl");
        final Process python = new ProcessBuilder("python3", READER.toString(), journal.toString())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertTrue(python.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, python.exitValue());
        return Files.readAllLines(out, StandardCharsets.UTF_8);
    }

    @Test
    void shouldShowTagsInAnyLanguage() throws Exception {
        assumeTrue(hasPython(), "python3 is missing: the reader in another language was not tested");
        final Path input = Files.writeString(folder.resolve("tags.jsonl"), """
                {"cmd":"add_user","uid":1,"tag":"00"}
                {"cmd":"add_accounts","accounts":{"2":{"20":1000}},"cookie":5,"tag":"%s"}
                {"cmd":"cancel","uid":2,"symbol":1,"orderId":1,"tag":"c0ffee"}
                {"cmd":"nop"}
                """.formatted("ab".repeat(96)));
        final Path journal = folder.resolve("tagged");
        final DaybookProcess.Ended exec = DaybookProcess.run(input, "exec", "--journal", journal.toString());
        assertEquals(0, exec.status(), exec.err());
        assertEquals(
                "{\"seq\":1,\"cmd\":\"add_user\",\"result\":\"SUCCESS\",\"tag\":\"00\"}",
                exec.out().get(0));
        final List<String> dump = daybook("journal", "dump", journal.toString()).out();
        assertEquals(4, dump.size());
        assertTrue(dump.get(1).contains("\"cookie\":5,\"tag\":\"" + "ab".repeat(96) + "\",\"seq\":2"), dump.get(1));
        assertTrue(dump.get(2).contains("\"tag\":\"c0ffee\""), dump.get(2));
        final Path out = folder.resolve("tags-python.jsonl");
        final Process python = new ProcessBuilder("python3", READER.toString(), journal.toString())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertTrue(python.waitFor(60, TimeUnit.SECONDS));
        assertEquals(dump, Files.readAllLines(out, StandardCharsets.UTF_8));
    }

    @Test
    void shouldShowTermsInAnyLanguage() throws Exception {
        assumeTrue(hasPython(), "python3 is missing: the reader in another language was not tested");
        final List<String> lines = List.of(
                "{\"cmd\":\"place\",\"uid\":1,\"symbol\":1,\"orderId\":1,\"side\":\"BID\",\"type\":\"GTC\","
                        + "\"price\":110,\"size\":5,\"trigger\":105,\"when\":\"RISES\",\"triggerBy\":\"LAST\","
                        + "\"stopPrice\":120,\"trail\":10,\"trailStep\":2,\"display\":0,\"minSize\":3,"
                        + "\"slippage\":4,\"slide\":true,"
                        + "\"expireAt\":2000,\"day\":true,\"reduceOnly\":true,\"stp\":\"DECREMENT\",\"flagged\":true,"
                        + "\"exit\":{\"orderId\":8796093022209,\"price\":120,\"trigger\":95,\"stopPrice\":90}}",
                "{\"cmd\":\"place\",\"uid\":1,\"symbol\":1,\"orderId\":2,\"side\":\"ASK\",\"type\":\"IOC\","
                        + "\"price\":110,\"size\":5,\"trigger\":-9223372036854775808,\"when\":7,\"stp\":-1,"
                        + "\"flagged\":false,\"exit\":{\"orderId\":5}}",
                "{\"cmd\":\"replace\",\"uid\":1,\"symbol\":1,\"orderId\":1,\"newOrderId\":7,\"price\":100,"
                        + "\"reservePrice\":102,\"size\":8,\"trigger\":99,\"stopPrice\":98}",
                "{\"cmd\":\"replace\",\"uid\":1,\"symbol\":1,\"orderId\":7,\"price\":100,\"size\":8}",
                "{\"cmd\":\"mass_cancel\",\"uid\":1,\"symbol\":1,\"side\":\"ASK\",\"flagged\":true,\"suspend\":true}",
                "{\"cmd\":\"mass_cancel\",\"symbol\":1}",
                "{\"cmd\":\"set_user\",\"uid\":1,\"symbol\":3,\"set\":{\"stpMode\":\"CANCEL_BOTH\",\"stpGroup\":-4,"
                        + "\"maxOpenOrders\":100}}",
                "{\"cmd\":\"set_user\",\"uid\":1,\"set\":{\"stpMode\":9}}",
                "{\"cmd\":\"tick\",\"symbol\":1}");
        final Path input = Files.write(folder.resolve("terms.jsonl"), lines);
        final Path journal = folder.resolve("terms");
        final DaybookProcess.Ended exec = DaybookProcess.run(input, "exec", "--journal", journal.toString());
        assertEquals(lines.size(), exec.out().size(), exec.err());
        final List<String> dump = daybook("journal", "dump", journal.toString()).out();
        for (int i = 0; i < lines.size(); i++) {
            final String line = lines.get(i);
            assertTrue(dump.get(i).startsWith(line.substring(0, line.length() - 1) + ",\"seq\":"), dump.get(i));
        }
        assertEquals(dump, readByPython(journal));
        final Path again = folder.resolve("again");
        final Path dumped = Files.write(folder.resolve("dumped.jsonl"), dump);
        DaybookProcess.run(dumped, "exec", "--journal", again.toString());
        assertEquals(dump, daybook("journal", "dump", again.toString()).out());
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
