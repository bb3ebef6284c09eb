package io.daybook.server.orders;

import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.slab.LongIndex;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The orders that live, by symbol and id. Guarded by the book, but for their counts, which any thread may ask for. */
final class LiveOrders {
    private final HashSecret secret;
    private final LongIndex places = new LongIndex();
    private final List<OfSymbol> symbols = new CopyOnWriteArrayList<>();

    /** The orders of a symbol. */
    private static final class OfSymbol {
        private final int symbol;
        private final LongIndex byId;
        private final AtomicInteger count = new AtomicInteger();

        private OfSymbol(final int symbol, final HashSecret secret) {
            this.symbol = symbol;
            this.byId = new LongIndex(secret);
        }
    }

    /**
     * None yet.
     *
     * @param secret by which ids of strangers are hashed
     */
    LiveOrders(final HashSecret secret) {
        this.secret = secret;
    }

    /** The order with an id, or {@link OrderRecords#NONE}. */
    int get(final int symbol, final long orderId) {
        final int place = symbol == 0 ? LongIndex.MISSING : places.get(symbol); // a command for all symbols names 0
        return place == LongIndex.MISSING
                ? OrderRecords.NONE
                : Math.max(0, symbols.get(place).byId.get(orderId));
    }

    /** An order lives, whose id no other of its symbol has. */
    void add(final int symbol, final long orderId, final int order) {
        final OfSymbol all = of(symbol);
        all.byId.put(orderId, order);
        all.count.setRelease(all.byId.size());
    }

    void remove(final int symbol, final long orderId) {
        final OfSymbol all = of(symbol);
        all.byId.remove(orderId);
        all.count.setRelease(all.byId.size());
    }

    private OfSymbol of(final int symbol) {
        final int place = places.get(symbol);
        if (place != LongIndex.MISSING) {
            return symbols.get(place);
        }
        final OfSymbol first = new OfSymbol(symbol, secret);
        places.put(symbol, symbols.size());
        symbols.add(first);
        return first;
    }

    int size() {
        return symbols.stream().mapToInt(all -> all.count.get()).sum();
    }

    /** How many live of each symbol that ever had one. */
    Map<Integer, Integer> bySymbol() {
        final Map<Integer, Integer> all = new TreeMap<>();
        symbols.forEach(one -> all.put(one.symbol, one.count.get()));
        return all;
    }
}
