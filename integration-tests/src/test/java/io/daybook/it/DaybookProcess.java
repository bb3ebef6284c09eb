package io.daybook.it;

import io.daybook.cli.Daybook;
import io.daybook.cli.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The {@code daybook} command, in a separate process with the class path of the test, or in the process of the test.
 */
public final class DaybookProcess {
    private static final long TIME_OUT_S = 300;
    private static final Path NOTHING = Path.of("/dev/null");

    private DaybookProcess() {}

    /** The exit status of a process, and its output. */
    record Ended(int status, List<String> out, String err) {}

    /** Returns a builder that starts the command; the caller redirects its streams. */
    public static ProcessBuilder builder(final String... arguments) {
        return builder(InstalledJava.own(), arguments);
    }

    /**
     * Returns a builder that starts the command on a given Java; the caller redirects its streams. The Java uses only
     * the first JIT compiler: no process of a test lives long enough for the second, which would take as much time
     * again.
     */
    static ProcessBuilder builder(final InstalledJava java, final String... arguments) {
        final List<String> command = new ArrayList<>(java.command());
        command.add(1, "-XX:TieredStopAtLevel=1");
        command.add("io.daybook.cli.Daybook");
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /**
     * Runs the command to its end in this process, with a file as standard input. The output and the status are those
     * of a process, which would take longer to start than most commands take.
     */
    static Ended run(final Path input, final String... arguments) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (InputStream in = Files.newInputStream(input)) {
            final Console console = new Console(in, out, new PrintStream(err, true, StandardCharsets.UTF_8));
            final int status = Daybook.run(console, arguments);
            return new Ended(
                    status,
                    out.toString(StandardCharsets.UTF_8).lines().toList(),
                    err.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs the command to its end in a process of its own, with an empty standard input.
     *
     * @param folder the folder for its output
     * @param prefix the command line of a program that starts the command; empty for none
     */
    static Ended runAlone(final Path folder, final List<String> prefix, final String... arguments) {
        try {
            final Path out = Files.createTempFile(folder, "out", ".jsonl");
            final Path err = Files.createTempFile(folder, "err", ".txt");
            final ProcessBuilder builder = builder(arguments);
            builder.command().addAll(0, prefix);
            final Process process = builder.redirectInput(NOTHING.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            if (!process.waitFor(TIME_OUT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("daybook " + String.join(" ", arguments) + " did not end");
            }
            return new Ended(
                    process.exitValue(),
                    Files.readAllLines(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** Runs the command to its end in this process, with an empty standard input. */
    static Ended run(final String... arguments) {
        return run(NOTHING, arguments);
    }
}
