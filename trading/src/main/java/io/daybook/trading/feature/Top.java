package io.daybook.trading.feature;

/** The best prices of a symbol and their lots, as of the last whole command. Used by the trader's thread. */
public final class Top {
    private boolean isFresh;
    private long bidPrice;
    private long bidSize;
    private long askPrice;
    private long askSize;
    private long fairPrice;

    /**
     * Whether {@link #fairPrice} matches the other fields. It is kept because it takes a division and is read often.
     */
    private boolean isFairKnown;

    Top() {}

    /** Sets the best prices and their lots; returns whether one of them has changed. */
    boolean set(final long newBidPrice, final long newBidSize, final long newAskPrice, final long newAskSize) {
        final boolean isSame =
                bidPrice == newBidPrice && bidSize == newBidSize && askPrice == newAskPrice && askSize == newAskSize;
        isFairKnown &= isSame;
        bidPrice = newBidPrice;
        bidSize = newBidSize;
        askPrice = newAskPrice;
        askSize = newAskSize;
        return !isSame;
    }

    void fresh(final boolean newIsFresh) {
        isFresh = newIsFresh;
        isFairKnown = false;
    }

    long fairPrice() {
        if (!isFairKnown) {
            fairPrice = FairPrice.compute(this);
            isFairKnown = true;
        }
        return fairPrice;
    }

    /** Whether the book is known to match the venue's. */
    public boolean isFresh() {
        return isFresh;
    }

    /** Whether the book matches the venue's, and no side is empty. */
    public boolean isWhole() {
        return isFresh && bidSize > 0 && askSize > 0;
    }

    /** The best bid, in ticks; undefined without one. */
    public long bidPrice() {
        return bidPrice;
    }

    /** Lots at the best bid; 0 if there is none. */
    public long bidSize() {
        return bidSize;
    }

    /** The best ask, in ticks; undefined without one. */
    public long askPrice() {
        return askPrice;
    }

    /** Lots at the best ask; 0 if there is none. */
    public long askSize() {
        return askSize;
    }
}
