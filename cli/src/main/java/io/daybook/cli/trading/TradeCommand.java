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

/** {@code daybook trade}: runs a strategy at a venue. */
@Command(
        name = "trade",
        description = {
            "Runs a strategy at a venue with the doors [tcp] and [feed]: market-maker, liquidity-taker, random, or a"
                    + " class of your own.",
            "It needs two sessions, one that may trade and one that may view. When its time is over, or on SIGTERM, it"
                    + " cancels its orders and prints its holdings. A session that has traded before continues with its"
                    + " holdings, as long as the venue keeps its whole stream (outboxKeptDays, outboxKeptBytes);"
                    + " afterwards a new session is needed.",
            "--set gives parameters to the strategy, and limits to the gate before its orders: maxSize, maxPosition"
                    + " (lots, open orders included), maxLoss, maxDrawdown, maxNotional (minor units of the quote"
                    + " currency; maxNotional per day), ordersPerSecond, maxDistance (ppm from the fair price). Limits"
                    + " that are not set are off. When maxLoss or maxDrawdown is first reached, a line on standard"
                    + " error reports it."
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
            description = "The TCP door of the venue, on this machine. Default: ${DEFAULT-VALUE}.")
    String venue = "";

    @Option(names = "--session", required = true, paramLabel = "N", description = "The session that trades.")
    int session;

    @Option(
            names = "--secret",
            required = true,
            paramLabel = "FILE",
            description = "The file with the secret of --session, as 'daybook session secret' prints it.")
    Path secret = Path.of("");

    @Option(names = "--uid", required = true, paramLabel = "N", description = "The user for whom the strategy trades.")
    long uid;

    @Option(
            names = "--feed-session",
            required = true,
            paramLabel = "N",
            description = "The session that receives the feed; it has the right 'view'.")
    int feedSession;

    @Option(
            names = "--feed-secret",
            required = true,
            paramLabel = "FILE",
            description = "The file with the secret of" + " that session.")
    Path feedSecret = Path.of("");

    @Option(
            names = "--symbols",
            required = true,
            split = ",",
            paramLabel = "N",
            description = "The numbers of the symbols.")
    List<Integer> symbols = new ArrayList<>();

    @Option(
            names = "--strategy",
            required = true,
            paramLabel = "NAME",
            description = "One of the strategies above, or" + " a class.")
    String strategy = "";

    @Option(
            names = "--jar",
            paramLabel = "FILE",
            description = "The jar with the class, if it is not on the class" + " path.")
    @Nullable
    Path jar;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A parameter or a limit. May be repeated.")
    List<String> set = new ArrayList<>();

    @Option(
            names = "--levels",
            paramLabel = "N",
            defaultValue = "4",
            description = "The limit of open orders per symbol and side. Default: ${DEFAULT-VALUE}.")
    int levels = 4;

    @Option(
            names = "--channels",
            paramLabel = "N",
            defaultValue = "1",
            description = "The number of channels of the venue's feed. Default: ${DEFAULT-VALUE}.")
    int channels = 1;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = IntervalConverter.class,
            description = "Ends after this time, such as 60s. Default: on SIGTERM.")
    @Nullable
    Long forNs;

    @Option(
            names = "--hops",
            paramLabel = "DIR",
            description = "Writes the times of the trader's orders to this folder, for daybook hops.")
    @Nullable
    Path hops;

    @Option(
            names = "--hop-every",
            paramLabel = "N",
            defaultValue = "64",
            description = "Times every n-th command of the venue. Default: ${DEFAULT-VALUE}.")
    int hopEvery = 64;

    @Option(
            names = "--hops-of-feed",
            description = "Also writes the times of the feed, which only one program of a" + " venue should do.")
    boolean hopsOfFeed;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Writes all that the trader receives and sends, with times, to this file.")
    @Nullable
    Path record;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Writes the trader's holdings to this file, as name=value" + " lines.")
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
