package io.daybook.cli.trading;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.research.SeriesCommand.IntervalConverter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code daybook floor}: a venue and traders, and whether they agree in the end. */
@Command(
        name = "floor",
        description = {
            "Starts a venue and traders, each a process, lets them trade, and compares what each trader holds with"
                    + " what the venue says of its user, to the minor unit. It also reads the venue's journal for the"
                    + " largest position that each user could have come to with its open orders, and shows where an"
                    + " order's time went.",
            "With --kill a trader is killed (kill -9) and starts again; then the venue hangs for 2 s, so that its feed"
                    + " is stale, is killed, and starts again."
        },
        footer = {
            "Examples:",
            "  daybook floor --for 20s",
            "  daybook floor --traders 2xmarket-maker,2xliquidity-taker,random --for 60s --kill",
            "",
            "Exit status: 0 when all agrees; 1 when something does not; 2 for wrong usage; 3 if a process failed."
        })
public final class FloorCommand implements Callable<Integer> {
    private static final int MAX_SYMBOLS = 64;

    private final Console console;

    @Option(
            names = "--traders",
            paramLabel = "LIST",
            defaultValue = "2xmarket-maker,2xliquidity-taker,random",
            description = "Strategies with a count each. Default: ${DEFAULT-VALUE}.")
    private String traders = "";

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = IntervalConverter.class,
            description = "How long they trade. Default: ${DEFAULT-VALUE}.")
    private long forNs;

    @Option(names = "--kill", description = "Kills a trader and the venue, and starts them again.")
    private boolean kill;

    @Option(
            names = "--symbols",
            paramLabel = "N",
            defaultValue = "8",
            description = "How many pairs are traded, 1 to 64. Default: ${DEFAULT-VALUE}.")
    private int symbols = 8;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seeds the random traders. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "daybook-floor",
            description = "The folder of everything; must not be there yet. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("");

    public FloorCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        if (symbols < 1 || symbols > MAX_SYMBOLS) {
            throw new CommandFailure(2, "--symbols must be 1 to " + MAX_SYMBOLS + ": --symbols=" + symbols);
        }
        return new FloorRun(console, new FloorPlan(out, FloorTrader.all(traders, seed), symbols, forNs, kill)).run();
    }
}
