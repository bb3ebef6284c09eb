package io.daybook.cli.console;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.cli.CommandRun;
import io.daybook.cli.Daybook;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command whose output cannot be written does not succeed. */
class ReportTest {
    private static final String SCENARIO = "{\"cmd\":\"nop\"}\n{\"cmd\":\"snapshot\"}\n";

    @TempDir
    private Path folder;

    /** Runs a command whose standard output fails with an error of the system. */
    private static CommandRun run(final String error, final String... arguments) {
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final OutputStream out = new StandardOutput(new OutputStream() {
            @Override
            public void write(final int b) throws IOException {
                throw new IOException(error);
            }
        });
        final int status = Daybook.run(
                new Console(
                        new ByteArrayInputStream("help\nhelp\n".getBytes(StandardCharsets.UTF_8)),
                        out,
                        new PrintStream(err, true, StandardCharsets.UTF_8)),
                arguments);
        return new CommandRun(status, "", err.toString(StandardCharsets.UTF_8));
    }

    private List<String[]> commands() {
        assertEquals(
                0,
                CommandRun.withInput(SCENARIO, "exec", "--journal", folder.toString())
                        .status());
        return List.of(
                        "journal stat " + folder,
                        "journal verify " + folder,
                        "snapshot list " + folder,
                        "snapshot verify " + folder,
                        "audit " + folder,
                        "restore " + folder,
                        "explain",
                        "explain RISK_NSF",
                        "shell",
                        "--help",
                        "exec --help",
                        "--version",
                        "journal truncate " + folder + " --at 3 --i-accept-loss")
                .stream()
                .map(command -> command.split(" "))
                .toList();
    }

    @Test
    void shouldFailWhereTheReportCannotBeWritten() {
        for (final String[] command : commands()) {
            final CommandRun run = run("No space left on device", command);
            final String said = String.join(" ", command);
            assertEquals(
                    "daybook: standard output cannot be written: No space left on device",
                    run.err().strip(),
                    said);
            assertEquals(3, run.status(), said);
        }
    }

    /** A broken pipe loses results, so the command fails; but its usage was right. */
    @Test
    void shouldNotCallItWrongUsageWhereTheReaderOfResultsWentAway() {
        final Path scenario = folder.resolve("scenario.jsonl");
        assertDoesNotThrow(() -> Files.writeString(scenario, SCENARIO));
        final CommandRun run = run("Broken pipe", "exec", scenario.toString());
        assertEquals(
                "daybook: standard output cannot be written: Broken pipe",
                run.err().strip());
        assertEquals(3, run.status());
    }

    @Test
    void shouldSayNothingOfAReaderThatWentAway() {
        for (final String[] command : commands()) {
            final CommandRun run = run("Broken pipe", command);
            final String said = String.join(" ", command);
            assertEquals("", run.err(), said);
            assertEquals(0, run.status(), said);
        }
    }
}
