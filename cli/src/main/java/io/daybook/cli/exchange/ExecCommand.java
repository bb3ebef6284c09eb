package io.daybook.cli.exchange;

import io.daybook.api.AckMode;
import io.daybook.api.Compression;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.NoSpaceException;
import io.daybook.api.RecoverySummary;
import io.daybook.api.ResultCode;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressLine;
import io.daybook.cli.console.ProgressMeter;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.cli.console.ReadMeter;
import io.daybook.scenario.ScenarioRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook exec}: reads commands and writes results. */
@Command(
        name = "exec",
        description = {
            "Runs a scenario: one JSON command per line in, one JSON result per line out, in the same order.",
            "Only results go to standard output. Each result is written as soon as there is no more input to read, so a"
                    + " program may wait for every answer."
        },
        footer = {
            "Examples:",
            "  A user, money, a symbol, an order, the book:",
            "    daybook exec <<'END'",
            "    {\"cmd\":\"add_symbol\",\"symbol\":1,\"type\":\"EXCHANGE_PAIR\",\"base\":10,\"quote\":20,"
                    + "\"lotSize\":1,\"tickValue\":1}",
            "    {\"cmd\":\"add_accounts\",\"accounts\":{\"301\":{\"20\":1000}}}",
            "    {\"cmd\":\"place\",\"uid\":301,\"symbol\":1,\"orderId\":1,\"side\":\"BID\",\"type\":\"GTC\","
                    + "\"price\":100,\"size\":5}",
            "    {\"cmd\":\"book\",\"symbol\":1}",
            "    END",
            "  The same commands with a journal: run this twice, and the second run continues where the first ended:",
            "    daybook exec --journal ./exchange commands.jsonl",
            "  With a snapshot every million commands, so that a start need not replay everything:",
            "    daybook exec --journal ./exchange --snapshot-every-commands 1000000 commands.jsonl",
            "  Only the refused commands of a large file:",
            "    daybook exec --progress day.jsonl | grep -v SUCCESS",
            "",
            "Exit status: 0; 1 with bad lines; 2 for wrong usage; 3 if the exchange stopped or did not start,"
                    + " the disk"
                    + " was full, memory ran out, or the results could not be written."
        })
public final class ExecCommand implements Callable<Integer> {
    private static final Duration TIME_TO_CLOSE = Duration.ofMinutes(10);

    private static final String ACK = "--ack";
    private static final String COMPRESSION = "--compression";

    private final Console console;
    private final Engine engine;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            defaultValue = "-",
            description = "The scenario, JSON Lines in UTF-8; - (the default) is standard input.")
    private String file = "-";

    @Option(
            names = "--journal",
            paramLabel = "DIR",
            description = "Keep a journal in this folder, which is created if it is missing. The state of an existing"
                    + " journal is restored first, and seq continues from there.")
    private @Nullable Path journal;

    @Mixin
    private EngineOptions options = new EngineOptions();

    @Option(
            names = ACK,
            paramLabel = "force|write",
            converter = EngineOptions.AckConverter.class,
            description =
                    "With a journal: results are written after the disk has confirmed the journal (they survive a power"
                            + " failure), or after the write (they survive the end of the process). Default: force.")
    private @Nullable AckMode ack;

    @Option(
            names = COMPRESSION,
            paramLabel = "lz4|none",
            converter = EngineOptions.CompressionConverter.class,
            description = "With a journal: its compression. Default: lz4.")
    private @Nullable Compression compression;

    @Mixin
    private SnapshotOptions snapshots = new SnapshotOptions();

    @Option(
            names = "--strict",
            description = "Stop at the first bad line; without it, bad lines are reported and skipped.")
    private boolean strict;

    @Option(
            names = "--times",
            description = "Each result of a command contains the time of the command as timestamp, in ns since the"
                    + " epoch, as in the journal.")
    private boolean times;

    @Mixin
    private ProgressOptions progress = new ProgressOptions();

    public ExecCommand(final Console console, final Engine engine) {
        this.console = console;
        this.engine = engine;
    }

    @Override
    public Integer call() throws CommandFailure {
        if (ack != null) {
            snapshots.requireJournal(ACK, journal);
        }
        if (compression != null) {
            snapshots.requireJournal(COMPRESSION, journal);
        }
        options.requireJournal(journal);
        try (InputStream in = open()) {
            final ExchangeConfig config = options.config(journal)
                    .ackMode(ack == null ? AckMode.AFTER_FORCE : ack)
                    .compression(compression == null ? Compression.LZ4 : compression)
                    .snapshots(snapshots.config(journal))
                    .build();
            final ProgressLine restoring = progress.line(console, false);
            final SnapshotNotes notes = new SnapshotNotes(restoring);
            final Exchange exchange = start(config, restoring, notes);
            tell(exchange.recovery());
            final int status;
            try {
                status = run(exchange, notes, in);
            } finally {
                close(exchange);
            }
            CommandFailure.throwIfFailed(exchange);
            return status;
        } catch (final IOException e) {
            throw CommandFailure.of(e, file);
        }
    }

    private Exchange start(final ExchangeConfig config, final ProgressLine line, final SnapshotNotes notes)
            throws CommandFailure {
        try (ReadMeter reading = new ReadMeter(line, journal)) {
            return engine.start(reading.storage(), config, notes);
        }
    }

    private void tell(final RecoverySummary recovery) {
        if (journal != null && recovery.created()) {
            console.err().println("daybook: a new exchange in " + journal);
        }
        for (final String note : recovery.notes()) {
            console.err().println("daybook: note: " + note);
        }
        if (progress.isAskedFor() && recovery.lastSeq() > 0) {
            console.err().println(recovery.line());
        }
    }

    private InputStream open() throws CommandFailure, IOException {
        if ("-".equals(file)) {
            return console.in();
        }
        final Path path;
        try {
            path = Path.of(file);
        } catch (final InvalidPathException e) {
            throw new CommandFailure(ExitCodes.USAGE, "FILE must be the name of a file: " + e.getMessage());
        }
        if (Files.isDirectory(path)) {
            throw new CommandFailure(ExitCodes.USAGE, file + " is a folder; expected a file of JSON Lines");
        }
        return Files.newInputStream(path);
    }

    private int run(final Exchange exchange, final SnapshotNotes notes, final InputStream in)
            throws IOException, CommandFailure {
        final ProgressLine line = progress.line(console, true);
        notes.through(line);
        final ScenarioRun.Outcome outcome;
        try (ProgressMeter meter = new ProgressMeter(line)) {
            final ScenarioRun scenario = new ScenarioRun(exchange, in, console.out(), strict, meter::onLines);
            if (times) {
                scenario.withTimes();
            }
            try {
                outcome = scenario.run();
            } catch (final OutOfMemoryError e) {
                throw CommandFailure.of(
                        e,
                        (scenario.firstUnanswered() == 0
                                        ? ""
                                        : "; from line " + scenario.firstUnanswered() + " on there is no result")
                                + (journal == null
                                        ? ""
                                        : "; the commands that were carried out are in the journal; see: daybook"
                                                + " restore " + journal));
            }
        }
        final Throwable failure = outcome.failure();
        if (failure instanceof NoSpaceException) {
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    "nothing was accepted from line " + outcome.firstUnanswered() + " on: " + failure.getMessage()
                            + System.lineSeparator()
                            + "Answered commands are in the journal; see: daybook restore " + journal
                            + ". Make room, then send that line and the following ones.");
        }
        if (failure != null) {
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    "the exchange stopped: " + CommandFailure.describe(failure) + System.lineSeparator()
                            + outcome.unanswered() + " lines from line " + outcome.firstUnanswered()
                            + " on have no result: their outcome is unknown."
                            + (journal == null
                                    ? ""
                                    : " Answered commands are in the journal; see: daybook restore " + journal));
        }
        if (outcome.refused() > 0 && Console.showsToPerson()) {
            console.err()
                    .println("daybook: " + outcome.refused() + " refused, the first with " + outcome.firstRefusal()
                            + (outcome.firstRefusal() == ResultCode.INVALID_SYMBOL_SPEC
                                    ? " (" + outcome.firstProblem() + ")"
                                    : "")
                            + "; what it means and what to do: daybook explain " + outcome.firstRefusal());
        }
        if (outcome.badLines() > 0) {
            console.err()
                    .println("daybook: " + outcome.badLines() + (outcome.badLines() == 1 ? " bad line" : " bad lines")
                            + (strict ? "; stopped there (--strict)" : ""));
            return ExitCodes.BAD_LINES;
        }
        return ExitCodes.OK;
    }

    /** Closes an exchange, and waits until it is closed. */
    public static void close(final Exchange exchange) throws CommandFailure {
        exchange.close();
        try {
            if (!exchange.awaitClosed(TIME_TO_CLOSE)) {
                throw new CommandFailure(ExitCodes.FATAL, "the exchange did not close within " + TIME_TO_CLOSE);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCodes.FATAL, "interrupted while closing");
        }
    }
}
