package io.daybook.trading.feature;

import io.daybook.client.book.OrderLevels;
import org.jspecify.annotations.Nullable;

/**
 * The features of a trader's symbols. A new feature takes a class and a line here. Each feature is
 * {@link Feature#ABSENT} while the book is stale. Used by the trader's thread.
 */
public final class Features {
    private static final int AGGRESSIVE_RATIO = 0;
    private static final int VOLATILITY = 1;
    private static final int TRADE_FLOW = 2;

    private final Symbols symbols;
    private final Top[] tops;
    private final @Nullable OrderLevels[] levels;
    private final int[] books;

    /** Features by the index of the symbol. */
    private final Feature[][] features;

    /** Whether the group that is under way has trades, by the index of the symbol. */
    private final boolean[] hasTraded;

    private long nowNs;

    /** Creates features without values. */
    public Features(final Symbols symbols) {
        this.symbols = symbols;
        tops = new Top[symbols.count()];
        levels = new OrderLevels[tops.length];
        books = new int[tops.length];
        hasTraded = new boolean[tops.length];
        features = new Feature[tops.length][];
        for (int i = 0; i < tops.length; i++) {
            tops[i] = new Top();
            features[i] = new Feature[] {new AggressiveRatio(), new Volatility(), new TradeFlow()};
        }
    }

    /** The best prices. */
    public Top top(final int symbol) {
        return tops[symbols.index(symbol)];
    }

    /** The fair price, in 1/1,000 ticks; see {@link FairPrice}. */
    public long fairPrice(final int symbol) {
        return FairPrice.of(top(symbol));
    }

    /** The spread, in ticks. */
    public long spread(final int symbol) {
        return Spread.of(top(symbol));
    }

    /** The imbalance, in ppm, over this many levels of each side; see {@link Imbalance}. */
    public long imbalance(final int symbol, final int count) {
        final int index = symbols.index(symbol);
        final OrderLevels of = levels[index];
        return of == null || !tops[index].isFresh() ? Feature.ABSENT : Imbalance.of(of, books[index], count);
    }

    /** The aggressive ratio, in ppm; see {@link AggressiveRatio}. */
    public long aggressiveRatio(final int symbol) {
        return value(symbol, AGGRESSIVE_RATIO);
    }

    /** The volatility, in 1/1,000 ticks; see {@link Volatility}. */
    public long volatility(final int symbol) {
        return value(symbol, VOLATILITY);
    }

    /** The trade flow, in lots; see {@link TradeFlow}. */
    public long tradeFlow(final int symbol) {
        return value(symbol, TRADE_FLOW);
    }

    private long value(final int symbol, final int feature) {
        final int index = symbols.index(symbol);
        return tops[index].isFresh() ? features[index][feature].value(nowNs) : Feature.ABSENT;
    }

    // ---- for the engine ------------------------------------------------------------------------------------------

    /** Sets the time. */
    public void at(final long newNowNs) {
        nowNs = newNowNs;
    }

    /** Whether the book of the symbol with this index is known to match the venue's. */
    public boolean isFresh(final int index) {
        return tops[index].isFresh();
    }

    /** The fair price of the symbol with this index, in 1/1,000 ticks. */
    public long fairPriceAt(final int index) {
        return FairPrice.of(tops[index]);
    }

    /** Called when the book of the symbol with this index matches the venue's. */
    public void onFresh(final int index, final OrderLevels of, final int book) {
        levels[index] = of;
        books[index] = book;
        tops[index].fresh(true);
        final boolean unused = readTop(index, of, book);
        for (final Feature feature : features[index]) {
            feature.onGroup(tops[index], nowNs);
        }
    }

    private boolean readTop(final int index, final OrderLevels of, final int book) {
        final int bid = of.best(book, OrderLevels.BID);
        final int ask = of.best(book, OrderLevels.ASK);
        final boolean hasBid = bid != OrderLevels.NO_LEVEL;
        final boolean hasAsk = ask != OrderLevels.NO_LEVEL;
        return tops[index].set(
                hasBid ? of.price(bid) : 0,
                hasBid ? of.levelSize(bid) : 0,
                hasAsk ? of.price(ask) : 0,
                hasAsk ? of.levelSize(ask) : 0);
    }

    /** Called when the book of the symbol with this index may no longer match the venue's. */
    public void onStale(final int index) {
        tops[index].fresh(false);
        for (final Feature feature : features[index]) {
            feature.reset();
        }
    }

    /** Called for a trade of any participant. */
    public void onTrade(final int index, final long size, final int takerSide) {
        hasTraded[index] = true;
        for (final Feature feature : features[index]) {
            feature.onTrade(tops[index], size, takerSide, nowNs);
        }
    }

    /**
     * Called when a command has changed the book of the symbol with this index, and all messages of the command have
     * been applied.
     *
     * @return whether the best prices or their lots have changed
     */
    public boolean onGroup(final int index) {
        final OrderLevels of = levels[index];
        final boolean isNewTop = of != null && readTop(index, of, books[index]);
        if (isNewTop || hasTraded[index]) { // deeper levels change no feature
            hasTraded[index] = false;
            for (final Feature feature : features[index]) {
                feature.onGroup(tops[index], nowNs);
            }
        }
        return isNewTop;
    }
}
