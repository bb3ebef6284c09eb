package io.daybook.perf.run;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.api.Topology;
import io.daybook.backtest.Fees;
import io.daybook.backtest.Latency;
import io.daybook.backtest.MarketObserver;
import io.daybook.backtest.SimulatedMarket;
import io.daybook.core.DaybookExchange;
import io.daybook.feed.FeedFold;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedListener;
import io.daybook.flow.itch.ItchEvents;
import io.daybook.flow.itch.ItchFile;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.market.RecordedMarket;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.itch.MovingDay;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.trading.Parameters;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.Strategy;
import io.daybook.trading.TradeEngine;
import io.daybook.trading.TraderConfig;
import io.daybook.trading.strategy.MarketMaker;
import io.daybook.wire.feed.MessageSink;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Runs a day of {@value #STOCKS} stocks whose prices move, from a file, on one thread, in steps: the file alone; the
 * day on an exchange; the day also folded into the feed; also with a trader that reads the feed {@value #LATENCY_US} µs
 * later and does nothing; with a market maker on all stocks that changes an order about every 50 messages; and with a
 * market maker that follows each change of the fair price. A part costs the time by which its step takes longer than
 * the step before.
 *
 * <p>Arguments: the number of messages about orders, and the only part to run; all parts run if none is named.
 */
public final class BacktestRun {
    private static final int STOCKS = 8;
    private static final int LATENCY_US = 50;

    /** The steps that a quote may be away from its price, so that the maker changes one about every 50 messages. */
    private static final int SLACK = 1;

    private static final long SEED = 7;
    private static final int BUFFER = 1 << 20;
    private static final double MILLION_NS = 1_000;
    private static final List<String> PARTS = List.of("file", "market", "feed", "trader", "seldom", "strategy");

    private final PrintStream out;
    private final Path file;
    private final long messages;
    private final List<String> parts;
    private long sum;

    /** The number of requests of the trader on the last day. */
    private long requests;

    /** The time that the last day took. */
    private long wallNs;

    private BacktestRun(final PrintStream out, final Path file, final long messages, final List<String> parts) {
        this.out = out;
        this.file = file;
        this.messages = messages;
        this.parts = parts;
    }

    public static void main(final String[] args) throws IOException {
        final PrintStream out = System.out;
        Machine.print(out);
        final long messages = Long.parseLong(args[0]);
        final List<String> parts = args.length == 1 ? PARTS : List.of(args[1]);
        if (!PARTS.containsAll(parts)) {
            throw new IllegalArgumentException("the part must be one of " + PARTS + ": " + args[1]);
        }
        final Path file = Files.createTempFile("daybook-day", ".itch");
        try {
            try (OutputStream day = new BufferedOutputStream(Files.newOutputStream(file), BUFFER)) {
                MovingDay.write(SEED, STOCKS, messages, (bytes, offset, length) -> write(day, bytes, offset, length));
            }
            out.printf(Locale.ROOT, "file       %,d messages, %,d bytes%n", messages, Files.size(file));
            new BacktestRun(out, file, messages, parts).measure();
        } finally {
            Files.delete(file);
        }
    }

    private static void write(final OutputStream to, final byte[] bytes, final int offset, final int length) {
        try {
            to.write(bytes, offset, length);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void measure() throws IOException {
        final int warmups = PerfProperties.warmups(1);
        final int iterations = PerfProperties.iterations(3);
        final List<Series> series = parts.stream().map(part -> new Series()).toList();
        final List<Series> walls = parts.stream().map(part -> new Series()).toList();
        final long[] sent = new long[parts.size()];
        for (int i = 1 - warmups; i <= iterations; i++) {
            for (int part = 0; part < parts.size(); part++) {
                System.gc();
                final double ns = play(parts.get(part), i == iterations) / messages;
                sent[part] = requests;
                if (i > 0) {
                    series.get(part).add(ns);
                    walls.get(part).add((double) wallNs / messages);
                }
            }
        }
        double before = 0;
        for (int part = 0; part < parts.size(); part++) {
            final Series all = series.get(part);
            out.printf(
                    Locale.ROOT,
                    "%-10s median %6.1f ns, best %6.1f ns, worst %6.1f ns of processor time a message, %+.1f:"
                            + " %.2f million a second, %.2f by the wall clock; %s%n",
                    parts.get(part),
                    all.median(),
                    all.min(),
                    all.max(),
                    all.median() - before,
                    MILLION_NS / all.median(),
                    MILLION_NS / walls.get(part).median(),
                    sent[part] == 0
                            ? "no requests"
                            : String.format(Locale.ROOT, "a request in %.1f messages", (double) messages / sent[part]));
            before = all.median();
        }
        out.printf(Locale.ROOT, "sum        %d; load %.2f%n", sum, Machine.load());
    }

    /** Runs a day with all parts up to the given one; returns the processor time. */
    private double play(final String part, final boolean saysMemory) throws IOException {
        try (Exchange exchange =
                DaybookExchange.builder().topology(Topology.INLINE).start()) {
            final RecordedListener day =
                    switch (part) {
                        case "file" -> event -> sum += event.reference();
                        case "market" -> market(exchange);
                        case "feed" -> {
                            final FeedFold fold = new FeedFold(new Counted());
                            exchange.addListener(new ExchangeListener() {
                                @Override
                                public void onResult(final ResultView result) {
                                    fold.onResult(result, false);
                                }
                            });
                            yield market(exchange);
                        }
                        case "trader" -> trader(exchange, new Strategy() {});
                        case "seldom" -> trader(exchange, maker("slack=" + SLACK));
                        default -> trader(exchange, maker("slack=0"));
                    };
            requests = 0;
            final RecordedListener watched = saysMemory && part.equals("strategy") ? new Watched(day) : day;
            final long beganNs = System.nanoTime();
            final long before = ThreadCosts.cpuNs();
            final long allocated = ThreadCosts.allocatedBytes();
            try (InputStream in = Files.newInputStream(file)) {
                new ItchFile(in).readInto(new ItchParser(new ItchEvents(null, watched)));
            }
            if (day instanceof SimulatedMarket market) {
                market.end();
            }
            final double took = ThreadCosts.cpuNs() - before;
            wallNs = System.nanoTime() - beganNs;
            if (saysMemory) {
                out.printf(
                        Locale.ROOT,
                        "%-10s %.3f bytes allocated a message%n",
                        part,
                        (double) (ThreadCosts.allocatedBytes() - allocated) / messages);
            }
            return took;
        }
    }

    private static Strategy maker(final String slack) {
        return new MarketMaker(Parameters.of(List.of("tick=" + MovingDay.TICK, "clip=100", slack)));
    }

    private static RecordedMarket market(final Exchange exchange) {
        return new RecordedMarket(exchange, (id, price, size, isMaker, isDoubtful) -> {});
    }

    private SimulatedMarket trader(final Exchange exchange, final Strategy strategy) {
        final List<Integer> symbols = IntStream.rangeClosed(1, STOCKS).boxed().toList();
        final long ns = LATENCY_US * 1_000L;
        final SimulatedMarket market = new SimulatedMarket(
                exchange,
                Latency.constant(ns, ns, ns),
                Fees.NONE,
                port -> new TradeEngine(new TraderConfig(symbols, 1, 1, RiskLimits.NONE), strategy, port));
        market.observe(new MarketObserver() {
            @Override
            public void onRequest(final boolean isSuccess) {
                requests++;
            }
        });
        return market;
    }

    /** Counts messages of the feed. */
    private final class Counted implements MessageSink {
        @Override
        public void onMessages(
                final long firstNumber, final int count, final byte[] bytes, final int offset, final int length) {
            sum += count;
        }

        @Override
        public void onMessage(final long number, final byte[] bytes, final int offset, final int length) {
            sum++;
        }
    }

    /** Prints the memory in use after each fifth of the day. */
    private final class Watched implements RecordedListener {
        private final RecordedListener to;
        private long events;

        Watched(final RecordedListener to) {
            this.to = to;
        }

        @Override
        public void onEvent(final RecordedEvent event) {
            to.onEvent(event);
            events++;
            if (events % (messages / 5) == 0) {
                System.gc();
                final Runtime runtime = Runtime.getRuntime();
                out.printf(
                        Locale.ROOT,
                        "memory     %.1f MB in use after %,d messages%n",
                        (runtime.totalMemory() - runtime.freeMemory()) / 1e6,
                        events);
            }
        }
    }
}
