package io.daybook.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.SnapshotFailedException;
import io.daybook.cli.CommandRun;
import io.daybook.cli.exchange.SnapshotNotes;
import io.daybook.journal.ReadPass;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
    private static final String NOP = "{\"cmd\":\"nop\"}\n";
    private static final String RATE = "(, [\\d.]+ [kMG]?B/s)?, in \\d+\\.\\d s";
    private static final String JOURNAL = ": 4\\.2 MB of 4\\.2 MB \\(100%\\)" + RATE;
    private static final String SNAPSHOT = ": \\d+ B of \\d+ B \\(100%\\)" + RATE;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
    private long nowNs;

    @AfterEach
    void lookAway() {
        System.clearProperty("daybook.errorTerminal");
        System.clearProperty("daybook.outputFile");
    }

    private String told() {
        final String told = said.toString(StandardCharsets.UTF_8);
        said.reset();
        return told;
    }

    private ProgressLine line(final boolean redrawn, final boolean kept) {
        return new ProgressLine(
                err, redrawn ? ProgressLine.Manner.REDRAWN : ProgressLine.Manner.LINES, kept, () -> nowNs);
    }

    private void after(final long ms) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
    }

    /** A clock on which every step takes long. */
    private long slowly() {
        after(700);
        return nowNs;
    }

    /** Writes a journal of commands with a snapshot in between. */
    private void journal() {
        assertEquals(
                0,
                CommandRun.withInput(NOP + "{\"cmd\":\"snapshot\"}\n" + NOP, "exec", "--journal", folder.toString())
                        .status());
    }

    /**
     * Returns the pattern of a command's progress lines. In {@code passes}, j is a reading of the journal, s one of the
     * snapshot, and j2 the second reading of the journal.
     */
    private static String pattern(final String passes) {
        final List<String> lines = new ArrayList<>();
        for (final String pass : passes.split(" ")) {
            final boolean journal = pass.charAt(0) == 'j';
            final String number = pass.length() == 1 ? "" : " \\(" + pass.substring(1) + "\\)";
            lines.add("reading " + (journal ? "the journal" : "snapshot 2") + number + (journal ? JOURNAL : SNAPSHOT));
        }
        return String.join("\\R", lines) + "\\R";
    }

    @ParameterizedTest
    @CsvSource({
        "restore, s j s2 j2",
        "audit, s j s2 j2",
        "journal stat, s j",
        "journal verify, s j j2",
        "journal dump, j j2",
        "journal truncate --at 4 --i-accept-loss, j j2",
        "snapshot list, s",
        "snapshot verify, s s2 s3",
    })
    void shouldTellOnStandardErrorHowMuchOfTheFolderIsRead(final String command, final String passes) {
        journal();
        final String[] words = (command + " " + folder).split(" ");
        final CommandRun quiet = CommandRun.of(words);
        assertEquals(0, quiet.status(), quiet.err());
        assertEquals("", quiet.err(), "there is no terminal");
        final CommandRun run = CommandRun.withClock(
                () -> nowNs,
                "",
                Stream.concat(Stream.of(words), Stream.of("--progress")).toArray(String[]::new));
        assertEquals(0, run.status(), run.err());
        assertTrue(run.err().matches(pattern(passes)), run.err());
        final String time = "time: .*";
        assertEquals(quiet.out().replaceFirst(time, ""), run.out().replaceFirst(time, ""));
    }

    @Test
    void shouldTellHowFarARestoreBeforeCommandsIs() {
        journal();
        final String[] exec = {"exec", "--journal", folder.toString(), "--progress"};
        final CommandRun run = CommandRun.withClock(() -> nowNs, NOP, exec);
        final String lines =
                "restored to seq 3 in \\d+\\.\\d s \\(.*\\)\\R1 lines in \\d+\\.\\d s, [\\d,]+ a second\\R";
        assertTrue(run.err().matches(pattern("s j s2 j2") + lines), run.err());
        assertEquals(
                "",
                CommandRun.withInput("", "shell", "--journal", folder.toString())
                        .err());
        final CommandRun shell =
                CommandRun.withClock(() -> nowNs, "", "shell", "--journal", folder.toString(), "--progress");
        assertTrue(shell.err().matches(pattern("s j s2 j2")), shell.err());
    }

    @Test
    void shouldSayNothingOnATerminalWhereItIsQuickOrNotWanted() {
        journal();
        System.setProperty("daybook.errorTerminal", "true");
        final String[] verify = {"journal", "verify", folder.toString()};
        assertEquals("", CommandRun.withClock(() -> nowNs, "", verify).err(), "a quick run must show nothing");
        final CommandRun slow = CommandRun.withClock(this::slowly, "", verify);
        assertEquals(0, slow.status(), slow.err());
        assertTrue(slow.err().startsWith("\rreading snapshot 2: 0 B of 294 B (0%)"), slow.err());
        assertTrue(slow.err().endsWith(" \r"), "no line must stay: " + slow.err());
        final ProgressOptions options = new ProgressOptions();
        final Console console = new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err);
        assertTrue(options.line(console, false).isOn());
        assertFalse(options.line(console, true).isOn(), "the reader of a pipe may write to the terminal too");
        System.setProperty("daybook.outputFile", "true");
        assertTrue(options.line(console, true).isOn());
        final CommandRun unwanted =
                CommandRun.withClock(this::slowly, "", "journal", "verify", folder.toString(), "--no-progress");
        assertEquals(0, unwanted.status(), unwanted.err());
        assertEquals("", unwanted.err());
    }

    @Test
    void shouldKeepLinesApartWhereResultsGoThroughAPipe() {
        journal();
        System.setProperty("daybook.errorTerminal", "true");
        final String[] dump = {"journal", "dump", folder.toString()};
        assertEquals("", CommandRun.withClock(this::slowly, "", dump).err());
        final String asked = CommandRun.withClock(this::slowly, "", "journal", "dump", folder.toString(), "--progress")
                .err();
        assertTrue(asked.startsWith("reading the journal: 0 B of 4.2 MB (0%)" + System.lineSeparator()), asked);
        System.setProperty("daybook.outputFile", "true");
        final String drawn = CommandRun.withClock(this::slowly, "", dump).err();
        assertTrue(drawn.startsWith("\rreading the journal: 0 B of 4.2 MB (0%)"), drawn);
    }

    @Test
    void shouldDrawTheLineAnewAfterASecondAndEraseIt() {
        try (ProgressLine line = line(true, false)) {
            after(999);
            line.show(() -> "early");
            assertEquals("", told());
            after(1);
            line.show(() -> "first");
            assertEquals("\rfirst", told());
            after(199);
            line.show(() -> "too often");
            assertEquals("", told());
            after(1);
            line.show(() -> "2nd");
            assertEquals("\r2nd  ", told());
            line.done(() -> "done");
            assertEquals("", told());
        }
        assertEquals("\r   \r", told());
    }

    @Test
    void shouldTellFailuresInLinesOfTheirOwn() {
        final SnapshotFailedException failure = new SnapshotFailedException(7, new IOException("no space"));
        final String note = "daybook: note: " + failure.getMessage();
        try (ProgressLine restoring = line(true, false);
                ProgressLine line = line(true, false)) {
            final SnapshotNotes notes = new SnapshotNotes(restoring);
            after(1000);
            restoring.show(() -> "restoring");
            restoring.close();
            told();
            notes.onSnapshotFailed(failure);
            assertEquals("\r" + note + System.lineSeparator(), told());
            notes.through(line);
            final String longer = "long as the work".repeat(20);
            line.show(() -> longer);
            told();
            notes.onSnapshotFailed(failure);
            assertEquals(
                    "\r" + note + " ".repeat(longer.length() - note.length()) + System.lineSeparator() + "\r" + longer,
                    told());
        }
        told();
        new SnapshotNotes(line(false, true)).onSnapshotFailed(failure);
        new SnapshotNotes(new ProgressLine(err, ProgressLine.Manner.SILENT, false, () -> nowNs))
                .onSnapshotFailed(failure);
        assertEquals((note + System.lineSeparator()).repeat(2), told());
    }

    @Test
    void shouldNotMixALineAndTheNotesOfAnotherThread() throws Exception {
        try (ProgressLine line = new ProgressLine(err, ProgressLine.Manner.REDRAWN, false, this::slowly)) {
            final CompletableFuture<Void> notes = CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; i < 10_000; i++) {
                            line.note("note");
                        }
                    },
                    task -> new Thread(task).start());
            for (int i = 0; i < 10_000 || !notes.isDone(); i++) {
                line.show(() -> "progress");
                line.show(() -> "more");
            }
            notes.join();
        }
        final List<String> lines =
                Stream.of(told().split("\n")).map(ProgressTest::onScreen).toList();
        assertEquals(10_001, lines.size());
        assertEquals(Set.of("", "note"), Set.copyOf(lines));
    }

    /** Returns the visible text of a line whose characters were written over each other. */
    private static String onScreen(final String written) {
        final StringBuilder screen = new StringBuilder();
        for (final String text : written.split("\r")) {
            screen.replace(0, Math.min(text.length(), screen.length()), text);
        }
        return screen.toString().strip();
    }

    @Test
    void shouldKeepWhatWasAskedFor() {
        try (ProgressLine line = line(true, true)) {
            after(1000);
            line.show(() -> "half");
            line.done(() -> "all");
        }
        assertEquals("\rhalf\rall " + System.lineSeparator(), told());
        try (ProgressLine line = line(false, true)) {
            after(1000);
            line.show(() -> "half");
            after(999);
            line.show(() -> "more");
            line.done(() -> "all");
        }
        assertEquals("half" + System.lineSeparator() + "all" + System.lineSeparator(), told());
    }

    @Test
    void shouldTellHowOftenATornEndIsRead() throws IOException {
        CommandRun.withInput(
                IntStream.rangeClosed(1, 5_000)
                        .mapToObj(uid -> "\"" + uid + "\":{\"20\":" + uid + "}")
                        .collect(Collectors.joining(",", "{\"cmd\":\"add_accounts\",\"accounts\":{", "}}\n")),
                "exec",
                "--journal",
                folder.toString(),
                "--compression",
                "none");
        tear();
        final CommandRun run =
                CommandRun.withClock(() -> nowNs, "", "journal", "stat", folder.toString(), "--progress");
        assertTrue(run.out().contains("TORN"), run.out());
        assertTrue(run.err().matches(pattern("j j2 j3 j4 j5")), run.err());
    }

    /** Removes the last sectors of the only segment, as a crash does. */
    private void tear() throws IOException {
        Files.delete(folder.resolve("journal").resolve("CLOSED"));
        final Path segment;
        try (Stream<Path> files = Files.list(folder.resolve("journal"))) {
            segment = files.filter(path -> path.toString().endsWith(".jnl"))
                    .findFirst()
                    .orElseThrow();
        }
        final byte[] bytes = Files.readAllBytes(segment);
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        Arrays.fill(bytes, (end - 8192) / 4096 * 4096, end, (byte) 0);
        Files.write(segment, bytes);
    }

    @Test
    void shouldTellRateAndTimeLeftOfEachPass() {
        try (ReadMeter meter = new ReadMeter(line(true, false), folder)) {
            final ReadPass journal = new ReadPass(0, 1, 12_400_000_000L);
            after(500);
            meter.onRead(journal, 0);
            after(2000);
            meter.onRead(journal, 3_100_000_000L);
            assertEquals("\rreading the journal: 3.1 GB of 12.4 GB (25%), 1.6 GB/s, 0:06 left", told().stripTrailing());
            final ReadPass snapshot = new ReadPass(42, 2, 1_000_000);
            meter.onRead(snapshot, 0);
            after(1000);
            meter.onRead(snapshot, 250);
            assertEquals(
                    "\rreading snapshot 42 (2): 250 B of 1.0 MB (0%), 250 B/s, 1:06:39 left", told().stripTrailing());
        }
        assertTrue(told().isBlank());
    }

    @Test
    void shouldTellNoRateBeforeThereIsOne() {
        try (ReadMeter meter = new ReadMeter(line(true, false), folder)) {
            final ReadPass journal = new ReadPass(0, 1, 1_000_000);
            after(1000);
            meter.onRead(journal, 0);
            assertEquals("\rreading the journal: 0 B of 1.0 MB (0%)", told());
        }
        told();
        try (ReadMeter meter = new ReadMeter(line(true, false), folder)) {
            final ReadPass journal = new ReadPass(0, 1, 1_000_000);
            after(950);
            meter.onRead(journal, 0);
            after(99);
            meter.onRead(journal, 500_000);
            assertEquals("\rreading the journal: 500.0 kB of 1.0 MB (50%)", told());
            after(201);
            meter.onRead(journal, 750_000);
            assertEquals(
                    "\rreading the journal: 750.0 kB of 1.0 MB (75%), 2.5 MB/s, 0:01 left", told().stripTrailing());
        }
    }

    @Test
    void shouldEndAPassWithItsLastRead() {
        try (ReadMeter meter = new ReadMeter(line(false, true), folder)) {
            final ReadPass journal = new ReadPass(0, 1, 1_000_000);
            meter.onRead(journal, 0);
            after(500);
            meter.onRead(journal, 1_000_000);
            after(60_000);
            meter.onRead(new ReadPass(0, 2, 0), 0);
            after(60_000);
        }
        assertEquals(
                List.of(
                        "reading the journal: 1.0 MB of 1.0 MB (100%), 2.0 MB/s, in 0.5 s",
                        "reading the journal (2): 0 B of 0 B (100%)",
                        "reading the journal (2): 0 B of 0 B (100%), in 0.0 s"),
                told().lines().toList());
    }
}
