package io.daybook.trading;

import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.FeedListener;

/** Passes the calls of a feed on to an engine. A market extends it, and does more at some of the calls. */
public abstract class EngineFeed implements FeedListener {
    private final TradeEngine engine;

    /** Creates the feed of an engine. */
    protected EngineFeed(final TradeEngine engine) {
        this.engine = engine;
    }

    /** The engine. */
    protected final TradeEngine engine() {
        return engine;
    }

    @Override
    public void onGroup(final long seq, final long timeNs) {
        engine.onGroup(seq, timeNs);
    }

    @Override
    public void onFresh(final int symbol, final OrderLevels levels, final int book) {
        engine.onFresh(symbol, levels, book);
    }

    @Override
    public void onStale(final int channel) {
        engine.onStale(channel);
    }

    @Override
    public void onLevel(final int symbol, final int side, final long price) {
        engine.onLevel(symbol, side, price);
    }

    @Override
    public void onTrade(
            final int symbol,
            final long tradeId,
            final long price,
            final long size,
            final int takerSide,
            final int flags) {
        engine.onTrade(symbol, tradeId, price, size, takerSide, flags);
    }

    @Override
    public void onListing(
            final int symbol,
            final int type,
            final int base,
            final int quote,
            final long lotSize,
            final long tickValue,
            final long minPrice,
            final long maxPrice) {
        engine.onListing(symbol, type, base, quote, lotSize, tickValue, minPrice, maxPrice);
    }
}
