package io.daybook.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The metrics of symbols: 200 symbols by name, the others together. */
final class SymbolMetrics {
    static final int MOST_SYMBOLS = 200;

    private static final String OTHER = "other";

    private final MeterRegistry registry;
    private final Supplier<Map<Integer, Long>> trades;
    private final @Nullable Supplier<Map<Integer, Integer>> live;
    private final IntFunction<String> names;
    private final Set<Integer> named = ConcurrentHashMap.newKeySet();

    /** The suppliers, to which the registry has only weak references. */
    private final List<Supplier<Number>> kept = new ArrayList<>();

    private boolean hasOther;

    /**
     * The metrics of a venue.
     *
     * @param trades the number of trades of each symbol
     * @param live the live orders of each symbol; null if they are not counted
     * @param names the names of symbols
     */
    SymbolMetrics(
            final MeterRegistry registry,
            final Supplier<Map<Integer, Long>> trades,
            final @Nullable Supplier<Map<Integer, Integer>> live,
            final IntFunction<String> names) {
        this.registry = registry;
        this.trades = trades;
        this.live = live;
        this.names = names;
    }

    /** Adds the metrics of symbols that are new since the last call. */
    synchronized void look() {
        final Set<Integer> symbols = new TreeSet<>(trades.get().keySet());
        if (live != null) {
            symbols.addAll(live.get().keySet());
        }
        for (final int symbol : symbols) {
            if (named.contains(symbol)) {
                continue;
            }
            if (named.size() < MOST_SYMBOLS) {
                named.add(symbol);
                add(names.apply(symbol), counts -> number(counts.get(symbol)));
            } else if (!hasOther) {
                hasOther = true;
                add(OTHER, this::unnamed);
            }
        }
    }

    private static long number(final @Nullable Number count) {
        return count == null ? 0 : count.longValue();
    }

    private void add(final String symbol, final ToLongFunction<Map<Integer, ? extends Number>> count) {
        final Supplier<Number> traded = () -> count.applyAsLong(trades.get());
        kept.add(traded);
        FunctionCounter.builder("daybook.trades", traded, of -> of.get().doubleValue())
                .tag("symbol", symbol)
                .register(registry);
        final Supplier<Map<Integer, Integer>> living = live;
        if (living != null) {
            Gauge.builder("daybook.orders.live", () -> count.applyAsLong(living.get()))
                    .tag("symbol", symbol)
                    .strongReference(true)
                    .register(registry);
        }
    }

    private long unnamed(final Map<Integer, ? extends Number> counts) {
        long sum = 0;
        for (final Map.Entry<Integer, ? extends Number> one : counts.entrySet()) {
            if (!named.contains(one.getKey())) {
                sum += one.getValue().longValue();
            }
        }
        return sum;
    }
}
