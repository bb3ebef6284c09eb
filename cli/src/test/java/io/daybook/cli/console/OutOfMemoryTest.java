package io.daybook.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cli.CommandRun;
import io.daybook.cli.Daybook;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * When the heap is exhausted, the exit status is 3 and not that of a wrong input line, the error message says what to
 * do, and all answered commands are in the journal.
 */
class OutOfMemoryTest {
    private static final String LINES = "{\"cmd\":\"nop\"}\n{\"cmd\":\"nop\"}\n{\"cmd\":\"nop\"}\n";

    @TempDir
    private Path folder;

    private static CommandRun run(final InputStream in, final OutputStream out, final String... arguments) {
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final int status =
                Daybook.run(new Console(in, out, new PrintStream(err, true, StandardCharsets.UTF_8)), arguments);
        return new CommandRun(status, "", err.toString(StandardCharsets.UTF_8));
    }

    private static InputStream lines() {
        return new ByteArrayInputStream(LINES.getBytes(StandardCharsets.UTF_8));
    }

    private static OutputStream exhausted() {
        return new OutputStream() {
            @Override
            public void write(final int b) {
                throw new OutOfMemoryError("Java heap space");
            }
        };
    }

    @Test
    void shouldEndWithStatus3WhereMemoryRunsOutWhileALineIsWritten() {
        final String journal = folder.resolve("exchange").toString();
        final CommandRun run = run(lines(), exhausted(), "exec", "--journal", journal);
        assertEquals(3, run.status(), run.err());
        assertTrue(run.err().contains("daybook: out of memory: OutOfMemoryError: Java heap space"), run.err());
        assertTrue(run.err().contains("DAYBOOK_OPTS=-Xmx"), run.err());
        assertTrue(run.err().contains("daybook restore " + journal), run.err());
        assertTrue(run.err().lines().noneMatch(line -> line.startsWith("\tat ")), run.err());
        final CommandRun restored = CommandRun.of("restore", journal);
        assertTrue(restored.lines().contains("seq: 3"), restored::out);
    }

    @Test
    void shouldEndWithStatus3WhereMemoryRunsOutAnywhereElse() {
        final InputStream in = new InputStream() {
            @Override
            public int read() {
                throw new OutOfMemoryError("Java heap space");
            }
        };
        for (final String command : new String[] {"exec", "shell"}) {
            final CommandRun run = run(in, OutputStream.nullOutputStream(), command);
            assertEquals(3, run.status(), run.err());
            assertTrue(run.err().contains("daybook: out of memory: "), run.err());
        }
    }

    @Test
    void shouldSayThatAClassIsMissingWithoutBlamingTheLimitOfOpenFiles() {
        final InputStream in = new InputStream() {
            @Override
            public int read() {
                throw new NoClassDefFoundError("io/daybook/Some");
            }
        };
        final CommandRun run = run(in, OutputStream.nullOutputStream(), "exec");
        assertEquals(3, run.status(), run.err());
        assertTrue(run.err().contains("io/daybook/Some, and no jar or folder of the class path has it; "), run.err());
        assertFalse(run.err().contains("ulimit"), run.err());
    }
}
