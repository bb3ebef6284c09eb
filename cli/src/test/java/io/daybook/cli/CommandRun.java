package io.daybook.cli;

import io.daybook.cli.console.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * One run of the command, in this process.
 *
 * @param status its exit status
 * @param out its standard output
 * @param err its standard error
 */
public record CommandRun(int status, String out, String err) {

    public static CommandRun of(final String... arguments) {
        return withInput("", arguments);
    }

    public static CommandRun withInput(final String input, final String... arguments) {
        return withClock(System::nanoTime, input, arguments);
    }

    public static CommandRun withClock(final LongSupplier clock, final String input, final String... arguments) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final int status = Daybook.run(
                new Console(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        out,
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        clock),
                arguments);
        return new CommandRun(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    public List<String> lines() {
        return out.lines().toList();
    }

    public String lastLine() {
        final List<String> lines = lines();
        return lines.get(lines.size() - 1);
    }
}
