package io.daybook.feed;

import io.daybook.api.ResultView;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.sessions.order.OrderListener;
import io.daybook.sessions.order.OrderReader;

/**
 * Turns the effects of one command on the book of its symbol into messages. A result consists of acts: an order enters
 * the book, and trades with resting orders. The part of an order that was shown before its act stays until the order
 * trades or the act ends; then the order is where the act has left it. The shadow has no hidden lots, so a maker that
 * is not found in it was not shown.
 *
 * <p>For the acting order, the result has the shown lots afterwards, and their price. For all other orders the events
 * suffice: a trade takes off shown lots; other losses first take off hidden lots, so an order never shows more than
 * remains.
 */
final class ActFold implements OrderListener {
    private final ChannelShadow shadow;
    private final OrderReader reader = new OrderReader(this);
    private int book;

    /** The acting order. */
    private long orderId;

    private int side;
    private long price;
    private long shown;
    private boolean isActing;

    /** Whether the shadow may still have the acting order where it was before the act. */
    private boolean mayRest;

    /** The acting order in the shadow, if its act has no events; otherwise the order is looked up when the act ends. */
    private int restingOrder = OrderLevels.NO_ORDER;

    ActFold(final ChannelShadow shadow) {
        this.shadow = shadow;
    }

    /** Folds the result of a command on one symbol. The command may have been refused. */
    void fold(final ResultView result) {
        book = shadow.bookOf(result.symbol());
        if (book == ChannelBooks.NO_BOOK) {
            return;
        }
        shadow.begin(result.seq(), result.timestampNs());
        reader.read(result);
        shadow.end();
    }

    @Override
    public void onActBegins(final OrderReader order) {
        if (order.isNew()) {
            begin(order.orderId(), order, false);
        } else if (order.isMoved()) {
            final int there = shadow.find(book, order.orderId());
            if (there == OrderLevels.NO_ORDER || priceOf(there) != order.price()) {
                begin(order.orderId(), order, true);
                restingOrder = order.result().eventCount() == 0 ? there : OrderLevels.NO_ORDER;
            }
        } else {
            begin(order.orderId(), order, true);
            if (!order.isOwnAct()) {
                leave();
            }
        }
    }

    private void begin(final long actingId, final OrderReader order, final boolean isLive) {
        orderId = actingId;
        side = order.sideCode();
        price = order.price();
        shown = order.shown();
        isActing = true;
        mayRest = isLive;
    }

    @Override
    public void onTrade(final OrderReader trade) {
        if (mayRest) {
            leave();
        }
        final int maker = shadow.find(book, trade.makerOrderId());
        if (maker == OrderLevels.NO_ORDER) {
            shadow.trade(book, trade.price(), trade.size(), trade.tradeId(), trade.takerSideCode());
        } else {
            shadow.exec(maker, trade.size(), trade.tradeId(), trade.takerSideCode());
        }
    }

    @Override
    public void onTakenOff(final OrderReader order) {
        shrink(book, order.orderId(), order.remaining());
    }

    @Override
    public void onReplaced(final OrderReader order) {
        final int there = shadow.find(book, order.orderId());
        if (there != OrderLevels.NO_ORDER && order.newOrderId() != order.orderId()) {
            shadow.rename(there, order.newOrderId());
        }
        if (order.isKept()) {
            shrink(book, order.newOrderId(), order.remaining());
        } else {
            begin(order.newOrderId(), order, true);
        }
    }

    @Override
    public void onRefreshed(final OrderReader order) {
        shadow.add(book, order.sideCode(), order.price(), order.orderId(), order.size());
    }

    @Override
    public void onRepriced(final OrderReader order) {
        if (isActing && order.orderId() == orderId) {
            price = order.price();
        }
    }

    /** Removes the acting order from its place before the act. */
    private void leave() {
        mayRest = false;
        final int order = shadow.find(book, orderId);
        if (order != OrderLevels.NO_ORDER) {
            shadow.cut(order, shadow.levels().size(order));
        }
    }

    @Override
    public void onActEnds() {
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

    /** Handles an order that lost lots without a trade, in any book of the channel. */
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
