package io.daybook.cli.trading;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.research.SeriesCommand.IntervalConverter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code daybook trade}: a strategy at a venue. */
@Command(
        name = "trade",
        description = {
            "Runs a strategy at a venue with the doors [tcp] and [feed]: market-maker, liquidity-taker, random, or a"
                    + " class of yours.",
            "It needs two sessions, one that may trade and one that may view. When its time is over, or on SIGTERM, it"
                    + " cancels its orders and says what it holds. A session that has traded before goes on with what"
                    + " it holds, as long as the venue keeps its whole stream (outboxKeptDays, outboxKeptBytes); after"
                    + " that a new session is needed.",
            "--set gives parameters to the strategy, and limits to the gate before its orders: maxSize, maxPosition"
                    + " (lots, open orders included), maxLoss, maxDrawdown, maxNotional (minor units of the quote"
                    + " currency; the last one a day), ordersPerSecond, maxDistance (ppm from the fair price). Limits"
                    + " that are not set are off. The first time that maxLoss or maxDrawdown is reached, it says so on"
                    + " standard error."
        },
        footer = {
            "Example:",
            "  daybook trade --session 17 --secret maker.txt --uid 301 --feed-session 18 --feed-secret view.txt"
                    + " --symbols 1 --strategy market-maker --set clip=10 --set maxPosition=100 --for 60s",
            "",
            "Exit status: 0; 2 for wrong usage; 3 if the venue cannot be reached, the trader has stopped by"
                    + " itself, or orders are still open at the end."
        })
public final class TradeCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--venue",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:8441",
            description = "Its TCP door, on this machine. Default: ${DEFAULT-VALUE}.")
    String venue = "";

    @Option(names = "--session", required = true, paramLabel = "N", description = "The session that trades.")
    int session;

    @Option(
            names = "--secret",
            required = true,
            paramLabel = "FILE",
            description = "Its secret, as 'daybook session secret' prints it.")
    Path secret = Path.of("");

    @Option(names = "--uid", required = true, paramLabel = "N", description = "The user it trades for.")
    long uid;

    @Option(names = "--feed-session", required = true, paramLabel = "N", description = "The session that views.")
    int feedSession;

    @Option(names = "--feed-secret", required = true, paramLabel = "FILE", description = "Its secret.")
    Path feedSecret = Path.of("");

    @Option(
            names = "--symbols",
            required = true,
            split = ",",
            paramLabel = "N",
            description = "The numbers of the symbols.")
    List<Integer> symbols = new ArrayList<>();

    @Option(names = "--strategy", required = true, paramLabel = "NAME", description = "One of those above, or a class.")
    String strategy = "";

    @Option(names = "--jar", paramLabel = "FILE", description = "Where the class is, if not on the class path.")
    @Nullable
    Path jar;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A parameter or a limit. May be repeated.")
    List<String> set = new ArrayList<>();

    @Option(
            names = "--levels",
            paramLabel = "N",
            defaultValue = "4",
            description = "Orders of a symbol and side at a time. Default: ${DEFAULT-VALUE}.")
    int levels = 4;

    @Option(
            names = "--channels",
            paramLabel = "N",
            defaultValue = "1",
            description = "Channels of the venue's feed. Default: ${DEFAULT-VALUE}.")
    int channels = 1;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = IntervalConverter.class,
            description = "Ends after this time, as 60s. Default: on SIGTERM.")
    @Nullable
    Long forNs;

    @Option(
            names = "--hops",
            paramLabel = "DIR",
            description = "Leaves the times of its orders there, for daybook hops.")
    @Nullable
    Path hops;

    @Option(
            names = "--hop-every",
            paramLabel = "N",
            defaultValue = "64",
            description = "Of every n-th command of the venue. Default: ${DEFAULT-VALUE}.")
    int hopEvery = 64;

    @Option(names = "--hops-of-feed", description = "And those of the feed; one program of a venue should.")
    boolean hopsOfFeed;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Writes what it receives and sends, and when, there.")
    @Nullable
    Path record;

    @Option(names = "--report", paramLabel = "FILE", description = "Writes what it holds there, as name=value lines.")
    @Nullable
    Path report;

    public TradeCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return new TradeRun(console, this).run();
    }
}
