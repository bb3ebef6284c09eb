package io.daybook.gateway.fix.marketdata;

import io.daybook.api.BookChangeView;
import io.daybook.api.LevelChangeView;
import io.daybook.api.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * The levels that one command changed in one book: a copy of a {@link BookChangeView} to keep.
 *
 * @param seq seq of the command
 * @param previousSeq seq of the previous command that changed the book
 * @param levels four numbers per level: side code, price, lots and orders; lots and orders are 0 if the level is gone
 */
@SuppressWarnings("ArrayRecordComponent") // created once, read once, never compared
record Change(long seq, long previousSeq, long[] levels) {
    private static final int WIDTH = 4;

    static Change of(final BookChangeView view) {
        final long[] levels = new long[WIDTH * view.levelCount()];
        for (int i = 0; i < view.levelCount(); i++) {
            final LevelChangeView level = view.level(i);
            levels[WIDTH * i] = level.sideCode();
            levels[WIDTH * i + 1] = level.price();
            levels[WIDTH * i + 2] = level.size();
            levels[WIDTH * i + 3] = level.orders();
        }
        return new Change(view.seq(), view.previousSeq(), levels);
    }

    int levelCount() {
        return levels.length / WIDTH;
    }

    Side side(final int index) {
        return Side.of((int) levels[WIDTH * index]);
    }

    /** The prices of one side that changed. */
    List<Long> prices(final Side side) {
        final List<Long> prices = new ArrayList<>();
        for (int i = 0; i < levelCount(); i++) {
            if (side(i) == side) {
                prices.add(price(i));
            }
        }
        return prices;
    }

    long price(final int index) {
        return levels[WIDTH * index + 1];
    }

    long size(final int index) {
        return levels[WIDTH * index + 2];
    }

    long orders(final int index) {
        return levels[WIDTH * index + 3];
    }
}
