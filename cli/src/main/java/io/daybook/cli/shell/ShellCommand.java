package io.daybook.cli.shell;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.cli.console.Report;
import io.daybook.cli.exchange.Engine;
import io.daybook.cli.exchange.EngineOptions;
import io.daybook.cli.explain.Circumstances;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code daybook shell}: an interactive session. */
@Command(
        name = "shell",
        description = {
            "Trades by hand: add users and symbols, place orders, look at books, and get explanations of refusals.",
            "Reads a terminal with completion (TAB) and history, or otherwise plain lines. 'help' lists the words."
        },
        footer = {
            "Example:",
            "  daybook shell <<'END'",
            "  pair 1 BTC EUR lot 100000 tick 1",
            "  user 301 EUR 100000",
            "  user 302 BTC 5000000",
            "  ask 302 1 8@15250",
            "  bid 301 1 4@15400",
            "  bid 301 1 9@15400",
            "  explain",
            "  book 1",
            "  END",
            "",
            "Exit status: 0; 1 if lines were not understood; 2 for wrong usage; 3 if the exchange stopped or did not"
                    + " start, or the disk was full."
        })
public final class ShellCommand implements Callable<Integer> {
    /** Whether input and output are a terminal; set by the launcher, which can detect that. */
    private static final String INTERACTIVE_PROPERTY = "daybook.interactive";

    private final Console console;
    private final Engine engine;

    @Option(
            names = "--journal",
            paramLabel = "DIR",
            description = "Keep a journal in this folder. The state of an existing journal is restored first.")
    private @Nullable Path journal;

    @Option(
            names = "--history",
            paramLabel = "FILE",
            description =
                    "Keep the history of the terminal in this file. Default: in memory only. There is no history if"
                            + " lines come from a file or a pipe.")
    private @Nullable Path history;

    @Mixin
    private EngineOptions options = new EngineOptions();

    @Mixin
    private ProgressOptions progress = new ProgressOptions();

    public ShellCommand(final Console console, final Engine engine) {
        this.console = console;
        this.engine = engine;
    }

    @Override
    public Integer call() throws CommandFailure {
        options.requireJournal(journal);
        try (Exchange exchange = start()) {
            if (journal != null && exchange.recovery().created()) {
                console.err().println("daybook: a new exchange in " + journal);
            }
            final Report out = console.report();
            final Shell shell = new Shell(exchange, out);
            if (Boolean.getBoolean(INTERACTIVE_PROPERTY)) {
                greet(exchange, out);
                onTerminal(shell, out);
                close(exchange);
                return ExitCodes.OK; // The person at the terminal has seen which lines were not understood.
            }
            plainly(shell, out);
            close(exchange);
            if (shell.notTaken() > 0) {
                throw new CommandFailure(
                        ExitCodes.FATAL, "the disk had no room for " + shell.notTaken() + " of the lines");
            }
            return shell.misunderstood() == 0 ? ExitCodes.OK : ExitCodes.BAD_LINES;
        } catch (final IOException e) {
            throw CommandFailure.of(e, history == null ? "the terminal" : String.valueOf(history));
        } catch (final CompletionException | ExchangeClosedException e) {
            final Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CommandFailure(ExitCodes.FATAL, "the exchange stopped: " + CommandFailure.describe(cause));
        }
    }

    private static void close(final Exchange exchange) throws CommandFailure {
        exchange.close();
        CommandFailure.throwIfFailed(exchange);
    }

    private Exchange start() throws CommandFailure {
        try (ReadMeter reading = progress.reading(console, journal)) {
            return engine.start(
                    reading.storage(),
                    options.config(journal)
                            .customQuery(Circumstances.Question.class)
                            .build());
        }
    }

    private void greet(final Exchange exchange, final Report out) throws CommandFailure {
        out.println(
                journal == null
                        ? "An exchange in memory: it ends with the session (--journal DIR keeps it)."
                        : "An exchange on " + journal + ", at seq "
                                + exchange.recovery().lastSeq() + ".");
        out.println("'help' lists the commands; TAB completes; CTRL-D ends.");
        out.send();
    }

    private void onTerminal(final Shell shell, final Report out) throws IOException, CommandFailure {
        try (TerminalLines lines = new TerminalLines(shell.completions(), history)) {
            String line = lines.next();
            while (line != null && answers(shell, line, out)) {
                line = lines.next();
            }
        }
    }

    private void plainly(final Shell shell, final Report out) throws IOException, CommandFailure {
        final BufferedReader lines = new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        while (line != null && answers(shell, line, out)) {
            line = lines.readLine();
        }
    }

    /** Carries out a line. Returns false if the session ends. */
    private static boolean answers(final Shell shell, final String line, final Report out) throws CommandFailure {
        final boolean goesOn = shell.say(line);
        out.send();
        return goesOn;
    }
}
