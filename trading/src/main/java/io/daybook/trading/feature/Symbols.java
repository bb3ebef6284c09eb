package io.daybook.trading.feature;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The symbols of a trader, and their index from 0 in its tables. Immutable. */
public final class Symbols {
    /** The index of a symbol that is not traded. */
    public static final int NOT_TRADED = -1;

    private static final int MOST_DENSE = 1 << 16;

    private final List<Integer> all;
    private final int[] ascending;

    /** The index of each symbol up to the largest; null if a symbol is negative or too large for a table. */
    private final int @Nullable [] byNumber;

    /**
     * Gives each symbol its index, in ascending order.
     *
     * @throws IllegalArgumentException if there is no symbol, or a symbol occurs twice
     */
    public Symbols(final List<Integer> symbols) {
        ascending =
                symbols.stream().mapToInt(Integer::intValue).sorted().distinct().toArray();
        if (ascending.length == 0 || ascending.length != symbols.size()) {
            throw new IllegalArgumentException(
                    "there must be at least one symbol, and no symbol twice: symbols=" + symbols);
        }
        all = Arrays.stream(ascending).boxed().toList();
        final int largest = ascending[ascending.length - 1];
        if (ascending[0] < 0 || largest >= MOST_DENSE) {
            byNumber = null;
            return;
        }
        byNumber = new int[largest + 1];
        Arrays.fill(byNumber, NOT_TRADED);
        for (int index = 0; index < ascending.length; index++) {
            byNumber[ascending[index]] = index;
        }
    }

    /** The symbols, ascending. */
    public List<Integer> all() {
        return all;
    }

    /** The number of symbols. */
    public int count() {
        return ascending.length;
    }

    /** The symbol with this index. */
    public int symbol(final int index) {
        return ascending[index];
    }

    /** The index of a symbol, {@link #NOT_TRADED} if there is none. */
    public int find(final int symbol) {
        final int[] dense = byNumber;
        if (dense != null) {
            return symbol >= 0 && symbol < dense.length ? dense[symbol] : NOT_TRADED;
        }
        return Math.max(NOT_TRADED, Arrays.binarySearch(ascending, symbol));
    }

    /**
     * The index of a symbol.
     *
     * @throws IllegalArgumentException if it is not traded
     */
    public int index(final int symbol) {
        final int index = find(symbol);
        if (index == NOT_TRADED) {
            throw new IllegalArgumentException("symbol must be one of " + all + ": symbol=" + symbol);
        }
        return index;
    }
}
