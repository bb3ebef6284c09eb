package io.daybook.server.stream;

import io.daybook.api.BookChangeView;
import io.daybook.api.LevelChangeView;
import io.daybook.api.Side;

/**
 * The changes of a book by one command: a copy that outlives the call. Bids first.
 *
 * @param bids the number of levels that are bids
 * @param prices ticks
 * @param sizes the lots at each price after the command
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record BookChange(int symbol, long seq, long timeNs, int bids, long[] prices, long[] sizes) {

    static BookChange of(final BookChangeView view) {
        final int count = view.levelCount();
        final long[] prices = new long[count];
        final long[] sizes = new long[count];
        int bids = 0;
        int asks = count;
        for (int i = 0; i < count; i++) {
            final LevelChangeView level = view.level(i);
            final int at = level.side() == Side.BID ? bids++ : --asks;
            prices[at] = level.price();
            sizes[at] = level.size();
        }
        return new BookChange(view.symbol(), view.seq(), view.timestampNs(), bids, prices, sizes);
    }
}
