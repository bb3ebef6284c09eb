package io.daybook.engine.matching;

import static io.daybook.engine.matching.OrderSlab.NO_ORDER;
import static io.daybook.engine.matching.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.PriceLevels.NO_LEVEL;

import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.Side;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import io.daybook.kernel.command.EventRing;
import java.util.Arrays;

/**
 * Tells what a command changed in a book that somebody subscribed to: finds the levels that it touched, each once, from its
 * events, and adds what is there now behind them. A book that nobody watches has none of these. Used by the matching thread.
 */
final class BookWatch {
    private static final int MOVE_ORDER = CommandType.MOVE_ORDER.code();
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int TRADE = EventKind.TRADE.code();
    private static final int REDUCE = EventKind.REDUCE.code();
    private static final long NO_PRICE = 0;

    private final OrderBook book;
    private final OrderSlab slab;
    private final EventRing events;

    private long[] makerPrices = new long[16];
    private int makerCount;
    private long movedFrom;
    private int ordinal;

    BookWatch(final OrderBook book, final OrderSlab slab, final EventRing events) {
        this.book = book;
        this.slab = slab;
        this.events = events;
    }

    /** Before a command is matched: only a move loses what it will have changed. */
    void before(final CommandSlot slot) {
        movedFrom = NO_PRICE;
        if (slot.type() == MOVE_ORDER) {
            final int order = book.ids().get(slot.orderId());
            movedFrom = order == NO_ORDER
                    ? NO_PRICE
                    : book.side(slab.isAsk(order) ? Side.ASK : Side.BID).priceOfOrder(order);
        }
    }

    /** After it is matched, and its events are in its slot. */
    void after(final CommandSlot slot) {
        if (!slot.isSuccess()) {
            return;
        }
        final PriceLevels own = book.side(slot.isBid() ? Side.BID : Side.ASK);
        final PriceLevels makers = book.side(slot.isBid() ? Side.ASK : Side.BID);
        ordinal = 0;
        makerCount = 0;
        long reducedAt = NO_PRICE;
        for (int i = 0; i < slot.eventCount(); i++) {
            final long[] array = events.array(slot, i);
            final int base = events.base(slot, i);
            final int kind = EventDescriptor.kind(array, base);
            if (kind == TRADE) {
                addMakerPrice(EventDescriptor.price(array, base));
            } else if (kind == REDUCE) {
                reducedAt = EventDescriptor.price(array, base);
            }
        }

        for (int i = 0; i < makerCount; i++) {
            changed(makers, makerPrices[i]);
        }
        if (reducedAt != NO_PRICE) {
            changed(own, reducedAt);
        }
        if (slot.type() == MOVE_ORDER && movedFrom != slot.price()) {
            changed(own, movedFrom);
        }
        final boolean mayRest = slot.type() == PLACE_ORDER || (slot.type() == MOVE_ORDER && movedFrom != slot.price());
        if (mayRest && slot.remaining() > 0) {
            changed(own, slot.price());
        }
        if (ordinal > 0) {
            events.end(slot);
        }
    }

    /** Trades come by price, so that only neighbours can have the same. */
    private void addMakerPrice(final long price) {
        if (makerCount > 0 && makerPrices[makerCount - 1] == price) {
            return;
        }
        if (makerCount == makerPrices.length) {
            makerPrices = Arrays.copyOf(makerPrices, makerCount * 2);
        }
        makerPrices[makerCount++] = price;
    }

    private void changed(final PriceLevels levels, final long price) {
        final PriceLevels bids = book.side(Side.BID);
        final PriceLevels asks = book.side(Side.ASK);
        final long key = levels.keyOf(price);
        final int level = levels.find(key);
        events.levelChange(
                ++ordinal,
                (levels == bids ? Side.BID : Side.ASK).code(),
                price,
                level == NO_LEVEL ? 0 : levels.lots(level),
                level == NO_LEVEL ? 0 : levels.orders(level),
                key <= levels.bestKey(),
                book.bestBid(),
                bestSize(bids),
                book.bestAsk(),
                bestSize(asks));
    }

    private static long bestSize(final PriceLevels levels) {
        return levels.bestKey() == NO_KEY ? 0 : levels.lots(levels.best());
    }
}
