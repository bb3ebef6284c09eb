package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.journal.ReadPass;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
    private static final String NOP = "{\"cmd\":\"nop\"}\n";
    private static final String RATE = ", [\\d.]+ [kMG]?B/s, in \\d+\\.\\d s";
    private static final String JOURNAL = " the journal: 4\\.2 MB of 4\\.2 MB \\(100%\\)" + RATE;
    private static final String SNAPSHOT = " snapshot 2: \\d+ B of \\d+ B \\(100%\\)" + RATE;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
    private long nowNs;

    @AfterEach
    void lookAway() {
        System.clearProperty("daybook.errorTerminal");
        System.clearProperty("daybook.terminal");
    }

    private String told() {
        final String told = said.toString(StandardCharsets.UTF_8);
        said.reset();
        return told;
    }

    private ProgressLine line(final boolean redrawn, final boolean kept) {
        return new ProgressLine(err, redrawn, kept, () -> nowNs);
    }

    private void after(final long ms) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
    }

    /** Commands, a snapshot in between. */
    private void journal() {
        assertEquals(
                0,
                CommandRun.withInput(NOP + "{\"cmd\":\"snapshot\"}\n" + NOP, "exec", "--journal", folder.toString())
                        .status());
    }

    /** What a command says; c checks, r reads, j the journal, s the snapshot. */
    private static String pattern(final String passes) {
        final List<String> lines = new ArrayList<>();
        for (final String pass : passes.split(" ")) {
            lines.add((pass.charAt(0) == 'c' ? "checking" : "reading") + (pass.charAt(1) == 'j' ? JOURNAL : SNAPSHOT));
        }
        return String.join("\\R", lines) + "\\R";
    }

    @ParameterizedTest
    @CsvSource({
        "restore, cs cj rs rj",
        "audit, cj cs rs rj rj",
        "journal stat, cj cs",
        "journal verify, cj cs rj",
        "journal dump, cj rj",
        "snapshot list, cs",
        "snapshot verify, cs rs rs",
    })
    void shouldTellOnStandardErrorHowMuchOfTheFolderIsRead(final String command, final String passes) {
        journal();
        final String[] words = (command + " " + folder).split(" ");
        final CommandRun quiet = CommandRun.of(words);
        assertEquals(0, quiet.status(), quiet.err());
        assertEquals("", quiet.err(), "there is no terminal");
        final CommandRun run = CommandRun.of(
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
        final CommandRun run = CommandRun.withInput(NOP, exec);
        final String lines = "restored to seq 3 in \\d+\\.\\d s\\R1 lines in \\d+\\.\\d s, [\\d,]+ a second\\R";
        assertTrue(run.err().matches(pattern("cs cj rs rj") + lines), run.err());
        assertEquals(
                "",
                CommandRun.withInput("", "shell", "--journal", folder.toString())
                        .err());
        final CommandRun shell = CommandRun.withInput("", "shell", "--journal", folder.toString(), "--progress");
        assertTrue(shell.err().matches(pattern("cs cj rs rj")), shell.err());
    }

    @Test
    void shouldSayNothingOnATerminalWhereItIsQuickOrNotWanted() {
        journal();
        System.setProperty("daybook.errorTerminal", "true");
        assertEquals("", CommandRun.of("journal", "verify", folder.toString()).err());
        final ProgressOptions options = new ProgressOptions();
        final Console console = new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err);
        assertTrue(options.line(console, true).isOn());
        System.setProperty("daybook.terminal", "true");
        assertTrue(options.line(console, false).isOn());
        assertFalse(options.line(console, true).isOn(), "results and progress would be in each other's way");
        final CommandRun unwanted = CommandRun.of("journal", "verify", folder.toString(), "--no-progress");
        assertEquals(0, unwanted.status(), unwanted.err());
        assertEquals("", unwanted.err());
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
    void shouldTellRateAndTimeLeftOfEachPass() {
        try (ReadMeter meter = new ReadMeter(line(true, false), folder)) {
            after(500);
            meter.onRead(new ReadPass(0, 1, 12_400_000_000L), 0);
            after(2000);
            meter.onRead(new ReadPass(0, 1, 12_400_000_000L), 3_100_000_000L);
            assertEquals(
                    "\rchecking the journal: 3.1 GB of 12.4 GB (25%), 1.6 GB/s, 0:06 left", told().stripTrailing());
            meter.onRead(new ReadPass(42, 2, 1_000_000), 0);
            after(1000);
            meter.onRead(new ReadPass(42, 2, 1_000_000), 250);
            assertEquals("\rreading snapshot 42: 250 B of 1.0 MB (0%), 250 B/s, 1:06:39 left", told().stripTrailing());
        }
        assertTrue(told().isBlank());
    }
}
