package io.daybook.server.orders;

import io.daybook.kernel.slab.LongIndex;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The number of live orders of each symbol. The book counts; any thread may read. */
final class LiveCounts {
    private final LongIndex places = new LongIndex();
    private final List<OfSymbol> symbols = new CopyOnWriteArrayList<>();

    private record OfSymbol(int symbol, AtomicInteger count) {}

    /** Adds to the number of live orders of a symbol. */
    void add(final int symbol, final int more) {
        final AtomicInteger count = of(symbol).count;
        count.setRelease(count.getPlain() + more);
    }

    private OfSymbol of(final int symbol) {
        final int place = places.get(symbol);
        if (place != LongIndex.MISSING) {
            return symbols.get(place);
        }
        final OfSymbol first = new OfSymbol(symbol, new AtomicInteger());
        places.put(symbol, symbols.size());
        symbols.add(first);
        return first;
    }

    /** The count of each symbol that ever had an order. */
    Map<Integer, Integer> bySymbol() {
        final Map<Integer, Integer> all = new TreeMap<>();
        symbols.forEach(one -> all.put(one.symbol, one.count.get()));
        return all;
    }
}
