package io.daybook.risk.symbol;

import io.daybook.api.SymbolSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.eclipse.collections.impl.map.mutable.primitive.IntIntHashMap;

/** All symbols, by dense index and by id. They are never removed one by one. Used by one thread. */
public final class SymbolTable {

    /** The index of a symbol that is not known. */
    public static final int UNKNOWN = -1;

    private static final int FIRST_CAPACITY = 16;

    /** Ids below this, which is nearly all there are, are looked up in an array. */
    private static final int DIRECT_IDS = 1 << 16;

    /** index + 1 by id, 0 for none; as long as the largest small id so far needs. */
    private int[] direct = new int[FIRST_CAPACITY];

    private final IntIntHashMap indexes = new IntIntHashMap();
    private Symbol[] symbols;
    private int count;

    /** No symbols. */
    public SymbolTable() {
        symbols = new Symbol[FIRST_CAPACITY];
    }

    /** The symbols that there are now, by index, to be read by another thread; none can be looked up by its id. */
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
        if (symbol >= 0 && symbol < direct.length) {
            return direct[symbol] - 1;
        }
        return symbol < DIRECT_IDS ? UNKNOWN : indexes.getIfAbsent(symbol, UNKNOWN);
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
        if (spec.symbol() < DIRECT_IDS) {
            addDirect(spec.symbol());
        } else {
            indexes.put(spec.symbol(), count);
        }
        count++;
    }

    /** All symbols by ascending id. */
    public List<Symbol> sorted() {
        final List<Symbol> list = new ArrayList<>(Arrays.asList(symbols).subList(0, count));
        list.sort(Comparator.comparingInt(symbol -> symbol.spec().symbol()));
        return list;
    }

    private void addDirect(final int symbol) {
        if (symbol >= direct.length) {
            direct = Arrays.copyOf(direct, Integer.highestOneBit(symbol) * 2);
        }
        direct[symbol] = count + 1;
    }
}
