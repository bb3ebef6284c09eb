package io.daybook.server.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

/** Counts by symbol. One thread counts, without allocation for known symbols; any thread reads. */
final class SymbolCounts {
    private static final int FIRST_SIZE = 64;
    private static final int NONE = 0;

    /** 2^32 / golden ratio: spreads neighbouring numbers, and numbers that differ only in high bits. */
    private static final int SPREAD = 0x9E37_79B9;

    /** The present table; a larger one replaces it. */
    private final AtomicReference<Table> table = new AtomicReference<>(new Table(FIRST_SIZE));

    /**
     * A table with open addressing: it has at least twice as many places as symbols. A symbol is written before its
     * count is above 0.
     */
    private static final class Table {
        private final int[] symbols;
        private final AtomicLongArray counts;
        private int used;

        private Table(final int size) {
            this.symbols = new int[size];
            this.counts = new AtomicLongArray(size);
        }

        /** The place of a symbol, or the free place where it belongs. */
        private int place(final int symbol) {
            int place = symbol * SPREAD >>> Integer.numberOfLeadingZeros(symbols.length - 1);
            while (symbols[place] != symbol && symbols[place] != NONE) {
                place = (place + 1) & (symbols.length - 1);
            }
            return place;
        }

        private Table twice() {
            final Table larger = new Table(2 * symbols.length);
            for (int i = 0; i < symbols.length; i++) {
                if (symbols[i] != NONE) {
                    final int place = larger.place(symbols[i]);
                    larger.symbols[place] = symbols[i];
                    larger.counts.setPlain(place, counts.getPlain(i));
                }
            }
            larger.used = used;
            return larger;
        }
    }

    /** Adds 1 to the count of a symbol. */
    void count(final int symbol) {
        Table now = table.getPlain();
        int place = now.place(symbol);
        if (now.symbols[place] == NONE) {
            if (2 * now.used == now.symbols.length) {
                now = now.twice();
                table.setRelease(now);
                place = now.place(symbol);
            }
            now.used++;
            now.symbols[place] = symbol;
        }
        now.counts.setRelease(place, now.counts.getPlain(place) + 1);
    }

    /** The count of each symbol that was counted. */
    Map<Integer, Long> all() {
        final Table now = table.getAcquire();
        final Map<Integer, Long> all = new TreeMap<>();
        for (int i = 0; i < now.symbols.length; i++) {
            final long count = now.counts.getAcquire(i);
            if (count > 0) {
                all.put(now.symbols[i], count);
            }
        }
        return all;
    }
}
