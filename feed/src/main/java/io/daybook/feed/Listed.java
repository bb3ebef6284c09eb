package io.daybook.feed;

import io.daybook.api.SymbolSpec;
import io.daybook.wire.feed.FeedDescriptor;

/**
 * The content of a LISTING of a symbol, taken from the journal.
 *
 * @param type the code of the {@link io.daybook.api.SymbolType}
 * @param base the currency that a bid buys
 * @param quote the currency of prices
 * @param lotSize base minor units in one lot
 * @param tickValue quote minor units that one tick is worth for one lot
 * @param minPrice the lowest price in ticks
 * @param maxPrice the highest price in ticks
 */
public record Listed(
        int symbol, int type, int base, int quote, long lotSize, long tickValue, long minPrice, long maxPrice) {

    /** Encodes the listing as a message; returns its length. */
    public int encode(final byte[] bytes, final int offset) {
        return FeedDescriptor.listing(bytes, offset, symbol, type, base, quote, lotSize, tickValue, minPrice, maxPrice);
    }

    static Listed of(final SymbolSpec spec) {
        return new Listed(
                spec.symbol(),
                spec.type().code(),
                spec.baseCurrency(),
                spec.quoteCurrency(),
                spec.lotSize(),
                spec.tickValue(),
                spec.minPrice(),
                spec.maxPrice());
    }
}
