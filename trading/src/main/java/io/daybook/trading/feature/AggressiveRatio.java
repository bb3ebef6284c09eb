package io.daybook.trading.feature;

import io.daybook.client.book.OrderLevels;

/**
 * The share of the best level that the last aggressor took: its lots / the lots at the best price of the side that it
 * hit, in ppm; above 1,000,000 it traded through the level. The trades of one command are of one aggressor.
 */
public final class AggressiveRatio implements Feature {
    private static final long PPM = 1_000_000;

    private long lots;
    private int side;
    private long stood;
    private boolean isUnderWay;
    private long ratio = ABSENT;

    AggressiveRatio() {}

    @Override
    public void onTrade(final Top top, final long size, final int takerSide, final long nowNs) {
        if (!isUnderWay || takerSide != side) {
            isUnderWay = true;
            lots = 0;
            side = takerSide;
            stood = takerSide == OrderLevels.BID ? top.askSize() : top.bidSize();
        }
        lots = Math.addExact(lots, size);
        ratio = stood == 0 ? ABSENT : Wide.share(PPM, lots, stood);
    }

    @Override
    public void onGroup(final Top top, final long nowNs) {
        isUnderWay = false;
    }

    @Override
    public void reset() {
        isUnderWay = false;
        ratio = ABSENT;
    }

    @Override
    public long value(final long nowNs) {
        return ratio;
    }
}
