package io.daybook.perf.run;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandType;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.IdleStrategy;
import io.daybook.api.Nop;
import io.daybook.api.ResultView;
import io.daybook.api.SymbolSpec;
import io.daybook.api.TriggerWhen;
import io.daybook.core.DaybookExchange;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Hiccups;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * How long orders of another symbol take while one trade fires very many stops: from when an order was due, at a fixed
 * rate, to its result, from the trade to the last stop. A tick is sent whenever a result says that more is left.
 */
public final class NeighbourRun implements ExchangeListener {
    private static final int STORMY = 1;
    private static final int CALM = 2;
    private static final int BASE = 1;
    private static final int QUOTE = 2;
    private static final long MIDDLE = 1_000_000;
    private static final int OWNERS = 64;
    private static final long SELLER = 1_000;
    private static final long BUYER = 1_001;
    private static final long LONGEST_NS = 10_000_000_000L;
    private static final double NS_PER_MS = 1e6;

    private final int stops = PerfProperties.number("stops", 100_000);
    private final long intervalNs = 1_000_000_000L / PerfProperties.number("rate", 50_000);
    private final Histogram latencies = new Histogram(LONGEST_NS, 3);

    private volatile int ofStorm;
    private int counted;
    private volatile boolean more;
    private long refused;

    /** See the class. */
    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final Series p50 = new Series();
        final Series p99 = new Series();
        final Series max = new Series();
        final Series alone = new Series();
        final int warmups = PerfProperties.warmups(4);
        final int iterations = PerfProperties.iterations(7);
        long orders = 0;
        for (int i = 1 - warmups; i <= iterations; i++) {
            final NeighbourRun run = new NeighbourRun();
            final long tookNs = run.measure();
            if (i > 0) {
                final Histogram hiccups = new Histogram(LONGEST_NS, 3);
                Hiccups.watch(2, tookNs).addTo(hiccups, (double) run.intervalNs);
                orders += run.latencies.getTotalCount();
                p50.add(run.latencies.getValueAtPercentile(50) / NS_PER_MS);
                p99.add(run.latencies.getValueAtPercentile(99) / NS_PER_MS);
                max.add(run.latencies.getMaxValue() / NS_PER_MS);
                alone.add(hiccups.getValueAtPercentile(99) / NS_PER_MS);
            }
        }
        out.printf(
                Locale.ROOT,
                "another symbol while stops fire, %,d orders in %d runs:"
                        + " p50 %.3f, p99 %.3f (%.3f to %.3f), max %.3f ms; machine alone p99 %.3f ms (medians)%n",
                orders,
                iterations,
                p50.median(),
                p99.median(),
                p99.min(),
                p99.max(),
                max.median(),
                alone.median());
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    /** One exchange; how long the stops took to fire. */
    private long measure() {
        final ExchangeConfig config = RunOptions.exchange(IdleStrategy.BUSY_SPIN);
        try (Exchange exchange = DaybookExchange.start(config, this)) {
            open(exchange);
            final CommandDoor door = exchange.newDoor();
            placeStops(door);
            exchange.submit(new Nop()).join();
            System.gc();
            return storm(door);
        }
    }

    private static void open(final Exchange exchange) {
        for (int symbol = STORMY; symbol <= CALM; symbol++) {
            exchange.submit(new AddSymbol(
                            SymbolSpec.exchangePair(symbol, BASE, QUOTE).build()))
                    .join();
        }
        for (long uid = 1; uid <= OWNERS; uid++) {
            exchange.submit(AddAccounts.of(Map.of(uid, Map.of(QUOTE, 1L << 50))))
                    .join();
        }
        exchange.submit(AddAccounts.of(Map.of(SELLER, Map.of(BASE, 1L << 40), BUYER, Map.of(QUOTE, 1L << 53))))
                .join();
    }

    private void placeStops(final CommandDoor door) {
        final long top = MIDDLE + stops;
        for (int i = 0; i < stops; i++) {
            door.place()
                    .uid(1 + i % OWNERS)
                    .symbol(STORMY)
                    .orderId(1 + i)
                    .bid()
                    .ioc()
                    .price(top)
                    .size(1)
                    .trigger(MIDDLE + 1 + i, TriggerWhen.RISES)
                    .publish();
        }
        door.place()
                .uid(SELLER)
                .symbol(STORMY)
                .orderId(1 + stops)
                .ask()
                .gtc()
                .price(top)
                .size(1L + stops)
                .publish();
    }

    /** The trade, its ticks, and orders of the other symbol that are placed and cancelled at a fixed rate. */
    private long storm(final CommandDoor door) {
        more = false;
        door.place()
                .uid(BUYER)
                .symbol(STORMY)
                .orderId(2L + stops)
                .bid()
                .ioc()
                .price(MIDDLE + stops)
                .size(1)
                .publish();
        final long startNs = System.nanoTime();
        final int commands = 1 + (stops - 1) / 1_024;
        int ticks = 0;
        long sent = 0;
        while (ofStorm < commands) {
            if (more && ofStorm == ticks + 1) {
                more = false;
                ticks++;
                door.tick().symbol(STORMY).publish();
            }
            final long dueNs = startNs + sent * intervalNs;
            if (System.nanoTime() >= dueNs) {
                sendCalm(door, sent++, dueNs);
            }
        }
        final long tookNs = System.nanoTime() - startNs;
        if (refused > 0) {
            throw new IllegalStateException(refused + " commands were refused");
        }
        return tookNs;
    }

    private static void sendCalm(final CommandDoor door, final long number, final long dueNs) {
        final long id = (1L << 40) + number / 2;
        if (number % 2 == 0) {
            door.place()
                    .cookie(dueNs)
                    .uid(BUYER)
                    .symbol(CALM)
                    .orderId(id)
                    .bid()
                    .gtc()
                    .price(MIDDLE - number % 100)
                    .size(1)
                    .publish();
        } else {
            door.cancel().cookie(dueNs).uid(BUYER).symbol(CALM).orderId(id).publish();
        }
    }

    @Override
    public void onResult(final ResultView result) {
        refused += result.resultCode() == 0 ? 0 : 1;
        if (result.cookie() != 0) {
            latencies.recordValue(Math.max(0, System.nanoTime() - result.cookie()));
        } else if (result.type() == CommandType.TICK || result.more()) {
            more = result.more();
            ofStorm = ++counted;
        }
    }
}
