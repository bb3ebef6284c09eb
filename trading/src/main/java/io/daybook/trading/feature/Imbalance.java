package io.daybook.trading.feature;

import io.daybook.client.book.OrderLevels;

/** The surplus of bids over asks: (bids − asks) / (bids + asks) of the lots at the best levels, in ppm. */
public final class Imbalance {
    private static final long PPM = 1_000_000;

    private Imbalance() {}

    /**
     * The imbalance of a book.
     *
     * @param count the most levels of each side to include
     * @return −1,000,000 to 1,000,000, or {@link Feature#ABSENT} if a side is empty, or its lots overflow 64 bits
     */
    public static long of(final OrderLevels levels, final int book, final int count) {
        final long bids = lots(levels, book, OrderLevels.BID, count);
        final long asks = lots(levels, book, OrderLevels.ASK, count);
        if (bids == 0 || asks == 0 || (bids | asks | bids + asks) < 0) {
            return Feature.ABSENT;
        }
        final long ratio = Wide.share(PPM, Math.abs(bids - asks), bids + asks);
        return bids < asks ? -ratio : ratio;
    }

    private static long lots(final OrderLevels levels, final int book, final int side, final int count) {
        long lots = 0;
        int level = levels.best(book, side);
        for (int i = 0; i < count && level != OrderLevels.NO_LEVEL; i++) {
            lots += levels.levelSize(level);
            level = levels.worse(level);
        }
        return lots;
    }
}
