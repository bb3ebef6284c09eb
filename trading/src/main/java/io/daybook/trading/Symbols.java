package io.daybook.trading;

import java.util.Arrays;
import java.util.List;

/** The symbols of a trader, and their index from 0 in its tables. */
final class Symbols {
    /** The index of a symbol that is not traded. */
    static final int NOT_TRADED = -1;

    private final List<Integer> all;
    private final int[] ascending;

    Symbols(final List<Integer> symbols) {
        ascending =
                symbols.stream().mapToInt(Integer::intValue).sorted().distinct().toArray();
        if (ascending.length == 0 || ascending.length != symbols.size()) {
            throw new IllegalArgumentException("symbols must be at least one, and each once: symbols=" + symbols);
        }
        all = Arrays.stream(ascending).boxed().toList();
    }

    List<Integer> all() {
        return all;
    }

    int count() {
        return ascending.length;
    }

    int symbol(final int index) {
        return ascending[index];
    }

    /** The index of a symbol, {@link #NOT_TRADED} if there is none. */
    int find(final int symbol) {
        return Math.max(NOT_TRADED, Arrays.binarySearch(ascending, symbol));
    }

    /**
     * The index of a symbol.
     *
     * @throws IllegalArgumentException if it is not traded
     */
    int index(final int symbol) {
        final int index = find(symbol);
        if (index == NOT_TRADED) {
            throw new IllegalArgumentException("symbol must be one of " + all + ": symbol=" + symbol);
        }
        return index;
    }
}
