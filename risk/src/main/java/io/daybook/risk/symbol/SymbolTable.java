package io.daybook.risk.symbol;

import io.daybook.api.SymbolSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** All symbols, by dense index and by id. They are never removed one by one. Used by one thread. */
public final class SymbolTable {

    /** The index of an unknown symbol. */
    public static final int UNKNOWN = IdIndex.UNKNOWN;

    private static final int FIRST_CAPACITY = 16;

    private final IdIndex indexes = new IdIndex();
    private Symbol[] symbols;
    private int count;

    public SymbolTable() {
        symbols = new Symbol[FIRST_CAPACITY];
    }

    /** Copies the symbols, by index, for another thread; the copy cannot look up ids. */
    public SymbolTable(final SymbolTable source) {
        symbols = Arrays.copyOf(source.symbols, source.count);
        count = source.count;
    }

    /** How many symbols there are; their indexes are 0 to count − 1. */
    public int count() {
        return count;
    }

    /** The index of a symbol id, any int, or {@link #UNKNOWN}. */
    public int indexOf(final int symbol) {
        return indexes.indexOf(symbol);
    }

    /** The symbol at an index. */
    public Symbol at(final int index) {
        return symbols[index];
    }

    /**
     * Adds a symbol whose specification is valid and whose id is new.
     *
     * @param baseIndex dense index of its base currency
     * @param quoteIndex dense index of its quote currency
     */
    public void add(final SymbolSpec spec, final int baseIndex, final int quoteIndex) {
        if (count == symbols.length) {
            symbols = Arrays.copyOf(symbols, count * 2);
        }
        symbols[count] = new Symbol(count, spec, baseIndex, quoteIndex);
        indexes.add(spec.symbol(), count);
        count++;
    }

    /** All symbols by ascending id. */
    public List<Symbol> sorted() {
        final List<Symbol> list = new ArrayList<>(Arrays.asList(symbols).subList(0, count));
        list.sort(Comparator.comparingInt(symbol -> symbol.spec().symbol()));
        return list;
    }
}
