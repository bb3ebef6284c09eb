package io.daybook.engine.matching;

import io.daybook.api.OrderBookType;
import java.util.Map;

/**
 * The price index of each symbol's book. If all symbols have the same index, the JVM sees only one class of
 * {@code PriceLevels} and calls it directly.
 *
 * @param usual the index of symbols that are not in {@code bySymbol}
 * @param bySymbol the indexes of other symbols, by symbol id; copied
 */
public record BookTypes(OrderBookType usual, Map<Integer, OrderBookType> bySymbol) {

    /** Copies the map. */
    public BookTypes {
        bySymbol = Map.copyOf(bySymbol);
    }

    /** One type for all symbols. */
    public static BookTypes all(final OrderBookType type) {
        return new BookTypes(type, Map.of());
    }

    /** The type of the book of a symbol. */
    public OrderBookType of(final int symbol) {
        return bySymbol.getOrDefault(symbol, usual);
    }
}
