package io.daybook.flow.itch;

import io.daybook.api.Side;
import io.daybook.client.book.OrderLevels;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedEvent.Kind;
import io.daybook.flow.RecordedListener;
import org.jspecify.annotations.Nullable;

/**
 * The events of a file of ITCH 5.0. With books, the reader keeps them up to date, fills in side and price of the order
 * that a message names, limits shares to those of the order, and leaves out messages that the books refuse. It reports
 * a new order or a replacement after the books have changed, and all other events before. Used by one thread.
 */
public final class ItchEvents implements ItchListener {
    private static final char BUY = 'B';
    private static final char SELL = 'S';
    private static final char PRINTABLE = 'Y';

    private final @Nullable ItchBooks books;
    private final RecordedListener out;
    private final RecordedEvent event = new RecordedEvent();
    private long messages;
    private long orderMessages;

    /** Creates a reader of events; if {@code books} is null, the events are as in the file. */
    public ItchEvents(final @Nullable ItchBooks books, final RecordedListener out) {
        this.books = books;
        this.out = out;
    }

    @Override
    public void onStockDirectory(final StockDirectory stock) {
        begin(Kind.LISTED, stock);
        event.named(stock.stock());
        if (books != null) {
            books.onStockDirectory(stock);
        }
        out.onEvent(event);
    }

    @Override
    public void onAddOrder(final AddOrder order) {
        add(order);
    }

    @Override
    public void onAddAttributedOrder(final AddAttributedOrder order) {
        add(order);
    }

    @Override
    public void onOrderExecuted(final OrderExecuted execution) {
        beginOrder(Kind.EXECUTED, execution);
        event.references(execution.reference(), 0).sizes(execution.shares(), RecordedEvent.UNKNOWN);
        event.match(execution.match(), true);
        change();
        if (books != null) {
            books.onOrderExecuted(execution);
        }
    }

    @Override
    public void onOrderExecutedAtPrice(final OrderExecutedAtPrice execution) {
        beginOrder(Kind.EXECUTED_AT_PRICE, execution);
        event.references(execution.reference(), 0).sizes(execution.shares(), RecordedEvent.UNKNOWN);
        event.terms(Side.BID, execution.price());
        event.match(execution.match(), execution.printable() == PRINTABLE);
        change();
        if (books != null) {
            books.onOrderExecutedAtPrice(execution);
        }
    }

    @Override
    public void onOrderCancelled(final OrderCancelled cancel) {
        beginOrder(Kind.CANCELLED, cancel);
        event.references(cancel.reference(), 0).sizes(cancel.shares(), RecordedEvent.UNKNOWN);
        change();
        if (books != null) {
            books.onOrderCancelled(cancel);
        }
    }

    @Override
    public void onOrderDeleted(final OrderDeleted deletion) {
        beginOrder(Kind.DELETED, deletion);
        event.references(deletion.reference(), 0).sizes(Long.MAX_VALUE, 0);
        change();
        if (books != null) {
            books.onOrderDeleted(deletion);
        }
    }

    @Override
    public void onOrderReplaced(final OrderReplaced replacement) {
        beginOrder(Kind.REPLACED, replacement);
        event.references(replacement.reference(), replacement.newReference());
        event.terms(Side.BID, replacement.price()).sizes(replacement.shares(), replacement.shares());
        if (books == null) {
            out.onEvent(event);
        } else if (replacement.shares() == 0) {
            beginOrderAgain(replacement);
            books.onOrderReplaced(replacement);
        } else {
            final int order = books.find(replacement.reference());
            final Side side = order == OrderLevels.NO_ORDER ? Side.BID : sideOf(books, order);
            final long before = books.oddities();
            books.onOrderReplaced(replacement);
            if (books.oddities() == before) {
                event.terms(side, replacement.price());
                arrived(books, replacement.newReference());
            }
        }
    }

    @Override
    public void onTrade(final HiddenTrade trade) {
        begin(Kind.HIDDEN_TRADE, trade);
        event.terms(trade.side() == BUY ? Side.BID : Side.ASK, trade.price());
        trade(trade.shares(), trade.match());
    }

    @Override
    public void onCrossTrade(final CrossTrade cross) {
        begin(Kind.CROSS, cross);
        event.terms(Side.BID, cross.price());
        trade(cross.shares(), cross.match());
    }

    private void begin(final Kind kind, final ItchMessage message) {
        messages++;
        event.begin(kind, message.timestampNs(), message.locate()).numbers(messages, orderMessages);
    }

    private void beginOrder(final Kind kind, final ItchMessage message) {
        orderMessages++;
        begin(kind, message);
    }

    /** Begins the event of a replacement without shares, which is a deletion. */
    private void beginOrderAgain(final OrderReplaced replacement) {
        event.begin(Kind.DELETED, replacement.timestampNs(), replacement.locate())
                .numbers(messages, orderMessages);
        event.references(replacement.reference(), 0).sizes(Long.MAX_VALUE, 0);
        change();
    }

    private void add(final ItchOrder order) {
        beginOrder(Kind.ADDED, order);
        event.named(order.stock()).references(order.reference(), 0).sizes(order.shares(), order.shares());
        event.terms(order.side() == BUY ? Side.BID : Side.ASK, order.price());
        if (books == null) {
            if (order.side() == BUY || order.side() == SELL) {
                out.onEvent(event);
            }
            return;
        }
        final long before = books.oddities();
        if (order instanceof AddOrder plain) {
            books.onAddOrder(plain);
        } else if (order instanceof AddAttributedOrder attributed) {
            books.onAddAttributedOrder(attributed);
        }
        if (books.oddities() == before) {
            arrived(books, order.reference());
        }
    }

    /** Reports an order that was just added to the books. */
    private void arrived(final ItchBooks known, final long reference) {
        final OrderLevels levels = known.levels();
        final int level = levels.level(known.find(reference));
        final int side = levels.sideOf(level);
        final int other = levels.best(levels.book(level), side == OrderLevels.BID ? OrderLevels.ASK : OrderLevels.BID);
        final boolean crosses = other != OrderLevels.NO_LEVEL
                && (side == OrderLevels.BID
                        ? levels.price(level) >= levels.price(other)
                        : levels.price(level) <= levels.price(other));
        event.inSymbol(levels.book(level)).orderly(!crosses);
        out.onEvent(event);
    }

    /** Reports an event of an order, if the order exists. */
    private void change() {
        if (books == null) {
            out.onEvent(event);
            return;
        }
        final int order = books.find(event.reference());
        if (order == OrderLevels.NO_ORDER || event.size() == 0) {
            return;
        }
        final OrderLevels levels = books.levels();
        final int level = levels.level(order);
        final long size = Math.min(event.size(), levels.size(order));
        final boolean isFirst =
                level == levels.best(levels.book(level), levels.sideOf(level)) && order == levels.head(level);
        final long price = event.kind() == Kind.EXECUTED_AT_PRICE ? event.price() : levels.price(level);
        event.inSymbol(levels.book(level)).orderly(isFirst);
        event.terms(sideOf(books, order), price).sizes(size, levels.size(order) - size);
        out.onEvent(event);
    }

    private static Side sideOf(final ItchBooks books, final int order) {
        return books.levels().sideOf(books.levels().level(order)) == OrderLevels.BID ? Side.BID : Side.ASK;
    }

    private void trade(final long shares, final long match) {
        if (shares > 0) {
            event.sizes(shares, 0).match(match, true);
            out.onEvent(event);
        }
    }
}
