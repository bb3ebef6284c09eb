package io.daybook.cli.trading;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.research.SeriesCommand.IntervalConverter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code daybook floor}: runs a venue and traders, and checks whether they agree in the end. */
@Command(
        name = "floor",
        description = {
            "Starts a venue and traders, each in a process of its own, lets them trade, and compares the holdings of"
                    + " each trader with the venue's report on its user, to the minor unit. From the venue's journal it"
                    + " also computes the largest position that each user could have reached with its open orders, and"
                    + " it shows the times of the steps of an order.",
            "With --kill a trader is killed (kill -9) and starts again; then the venue hangs for 2 s, so that its feed"
                    + " is stale, is killed, and starts again."
        },
        footer = {
            "Examples:",
            "  daybook floor --for 20s",
            "  daybook floor --traders 2xmarket-maker,2xliquidity-taker,random --for 60s --kill",
            "",
            "Exit status: 0 if everything agrees; 1 if it does not; 2 for wrong usage; 3 if a process failed."
        })
public final class FloorCommand implements Callable<Integer> {
    private static final int MAX_SYMBOLS = 64;

    private final Console console;

    @Option(
            names = "--traders",
            paramLabel = "LIST",
            defaultValue = "2xmarket-maker,2xliquidity-taker,random",
            description = "The strategies, each with a count. Default: ${DEFAULT-VALUE}.")
    private String traders = "";

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = IntervalConverter.class,
            description = "The time for which they trade. Default: ${DEFAULT-VALUE}.")
    private long forNs;

    @Option(names = "--kill", description = "Kills a trader and the venue, and starts them again.")
    private boolean kill;

    @Option(
            names = "--symbols",
            paramLabel = "N",
            defaultValue = "8",
            description = "The number of pairs that are traded, 1 to 64. Default: ${DEFAULT-VALUE}.")
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
            description = "The folder for all files; it must not exist yet. Default: ${DEFAULT-VALUE}.")
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
