package io.daybook.engine.matching;

import io.daybook.api.OrderBookType;
import java.util.Map;

/**
 * Which price index the book of a symbol gets. Where all symbols have the same, a virtual machine sees one kind of
 * {@code PriceLevels} only and calls it directly.
 *
 * @param usual of symbols without a choice of their own
 * @param bySymbol of those with one, by symbol id; copied
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

    /** The one of a symbol. */
    public OrderBookType of(final int symbol) {
        return bySymbol.getOrDefault(symbol, usual);
    }
}
