package io.daybook.feed;

import io.daybook.api.ActCause;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.ResultView;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;

/**
 * What one command did to the book of its symbol, as messages. A result tells of acts: an order enters the book, and
 * trades with those that rest. What was shown of an order before its act stays until it trades, or until the act ends;
 * then the order is where the act has left it. Lots that rest unseen are in no shadow, so a maker that is not found was
 * not shown.
 *
 * <p>Of the order that acts, the result says how many lots are shown afterwards, and of which price. Of all others the
 * events say enough: a trade takes off what is shown; other losses take off first what is not shown, so an order never
 * shows more than remains.
 */
final class ActFold {
    private static final int PLACE_ORDER = CommandType.PLACE_ORDER.code();
    private static final int MOVE_ORDER = CommandType.MOVE_ORDER.code();
    private static final int TRADE = EventKind.TRADE.code();
    private static final int REDUCE = EventKind.REDUCE.code();
    private static final int ACT = EventKind.ACT.code();
    private static final int CANCEL = EventKind.CANCEL.code();
    private static final int REPLACE = EventKind.REPLACE.code();
    private static final int REFRESH = EventKind.REFRESH.code();
    private static final int REPRICE = EventKind.REPRICE.code();
    private static final int COMMAND = ActCause.COMMAND.code();

    private final ChannelShadow shadow;
    private int book;

    /** The order that acts. */
    private long orderId;

    private int side;
    private long price;
    private long shown;
    private boolean isActing;

    /** Whether it may be in the shadow since before its act. */
    private boolean mayRest;

    /** Where it is there, as long as no event has come. */
    private int restingOrder = OrderLevels.NO_ORDER;

    ActFold(final ChannelShadow shadow) {
        this.shadow = shadow;
    }

    /** Folds a command on one symbol, whatever became of it. */
    void fold(final ResultView result) {
        book = shadow.bookOf(result.symbol());
        if (book == ChannelBooks.NO_BOOK) {
            return;
        }
        shadow.begin(result.seq(), result.timestampNs());
        final int count = result.eventCount();
        if (result.isSuccess() && (count == 0 || result.event(0).kindCode() != ACT)) {
            beginOwn(result);
        }
        for (int i = 0; i < count; i++) {
            on(result.event(i), result);
        }
        end();
        shadow.end();
    }

    /** The act of the command's own order comes first, where no other is announced before. */
    private void beginOwn(final ResultView result) {
        if (result.typeCode() == PLACE_ORDER) {
            begin(result.orderId(), result.sideCode(), result.price(), result.shown(), false);
        } else if (result.typeCode() == MOVE_ORDER) {
            final int order = shadow.find(book, result.orderId());
            if (order == OrderLevels.NO_ORDER || priceOf(order) != result.price()) {
                begin(result.orderId(), result.sideCode(), result.price(), result.shown(), true);
                restingOrder = order;
            }
        }
    }

    private void on(final EventView event, final ResultView result) {
        restingOrder = OrderLevels.NO_ORDER;
        final int kind = event.kindCode();
        if (kind == TRADE) {
            trade(event);
        } else if (kind == REDUCE) {
            shrink(event.takerOrderId(), event.takerRemaining());
        } else if (kind == CANCEL) {
            shrink(event.makerOrderId(), event.makerRemaining());
        } else if (kind == ACT) {
            act(event);
        } else if (kind == REPLACE) {
            replace(event, result.shown());
        } else if (kind == REFRESH) {
            shadow.add(book, event.orderSideCode(), event.price(), event.makerOrderId(), event.size());
        } else if (kind == REPRICE && isActing && event.makerOrderId() == orderId) {
            price = event.price();
        }
    }

    private void trade(final EventView event) {
        if (mayRest) {
            leave();
        }
        final int maker = shadow.find(book, event.makerOrderId());
        if (maker == OrderLevels.NO_ORDER) {
            shadow.trade(book, event.price(), event.size(), event.tradeId(), event.takerSideCode());
        } else {
            shadow.exec(maker, event.size(), event.tradeId(), event.takerSideCode());
        }
    }

    private void act(final EventView event) {
        end();
        begin(event.takerOrderId(), event.takerSideCode(), event.price(), event.shown(), true);
        if (event.causeCode() != COMMAND) {
            leave();
        }
    }

    private void replace(final EventView event, final long shownAfterwards) {
        final int order = shadow.find(book, event.makerOrderId());
        if (order != OrderLevels.NO_ORDER && event.newOrderId() != event.makerOrderId()) {
            shadow.rename(order, event.newOrderId());
        }
        if (event.isKept()) {
            shrink(event.newOrderId(), event.makerRemaining());
        } else {
            begin(event.newOrderId(), event.orderSideCode(), event.price(), shownAfterwards, true);
        }
    }

    private void begin(
            final long actingId, final int sideOfAct, final long limit, final long shownAfter, final boolean isLive) {
        orderId = actingId;
        side = sideOfAct;
        price = limit;
        shown = shownAfter;
        isActing = true;
        mayRest = isLive;
    }

    /** The order that acts leaves the place that it had before. */
    private void leave() {
        mayRest = false;
        final int order = shadow.find(book, orderId);
        if (order != OrderLevels.NO_ORDER) {
            shadow.cut(order, shadow.levels().size(order));
        }
    }

    private void end() {
        if (!isActing) {
            return;
        }
        isActing = false;
        final int order = mayRest && restingOrder == OrderLevels.NO_ORDER ? shadow.find(book, orderId) : restingOrder;
        mayRest = false;
        restingOrder = OrderLevels.NO_ORDER;
        if (order == OrderLevels.NO_ORDER) {
            if (shown > 0) {
                shadow.add(book, side, price, orderId, shown);
            }
        } else if (shown > 0) {
            shadow.move(order, price, shown);
        } else {
            shadow.cut(order, shadow.levels().size(order));
        }
    }

    /** An order has lost lots without a trade. */
    private void shrink(final long shrunkId, final long remaining) {
        shrink(book, shrunkId, remaining);
    }

    /** An order of any book of the channel has lost lots without a trade. */
    void shrink(final int index, final long shrunkId, final long remaining) {
        final int order = shadow.find(index, shrunkId);
        if (order != OrderLevels.NO_ORDER) {
            final long there = shadow.levels().size(order);
            if (there > remaining) {
                shadow.cut(order, there - remaining);
            }
        }
    }

    private long priceOf(final int order) {
        return shadow.levels().price(shadow.levels().level(order));
    }
}
