package io.daybook.cli.itch;

import io.daybook.api.Limits;
import io.daybook.api.Side;
import io.daybook.api.SymbolType;
import io.daybook.client.book.KeyedBook;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.GroupWriter;
import io.daybook.client.itch.AddAttributedOrder;
import io.daybook.client.itch.AddOrder;
import io.daybook.client.itch.CrossTrade;
import io.daybook.client.itch.HiddenTrade;
import io.daybook.client.itch.ItchBooks;
import io.daybook.client.itch.ItchListener;
import io.daybook.client.itch.ItchMessage;
import io.daybook.client.itch.OrderCancelled;
import io.daybook.client.itch.OrderDeleted;
import io.daybook.client.itch.OrderExecuted;
import io.daybook.client.itch.OrderExecutedAtPrice;
import io.daybook.client.itch.OrderReplaced;
import io.daybook.client.itch.StockDirectory;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.MessageSink;
import java.util.Locale;
import java.util.UUID;

/**
 * Makes the messages of one channel of a file of ITCH 5.0: a group for each message of the file that changes a book or
 * tells of a trade, with its count as seq and its time. A stock is a symbol with the number of its locate. References
 * are those of the channel, not those of the file. What the books refuse is not told. Used by one thread, once.
 */
public final class ItchFeed implements ItchListener {
    /** The id under which such feeds are kept: they are of no exchange. */
    public static final UUID EXCHANGE = new UUID(0x4954_4348_3530_4000L, 0x8000_0000_0000_0000L);

    private static final char BUY = 'B';
    private static final char PRINTABLE = 'Y';
    private static final int FLAG_NONE = 0;

    private final ItchBooks books;

    /** The same orders by their references in the file, with those of the channel. */
    private final KeyedBook told = new KeyedBook();

    private final GroupWriter out;
    private long message;

    /** Keeps these books up while it makes messages. */
    public ItchFeed(final ItchBooks books, final MessageSink sink) {
        this.books = books;
        out = new GroupWriter(sink, told.levels());
    }

    /** The counts, in words for people. */
    public String summary() {
        return String.format(Locale.ROOT, "%,d messages of the feed in %,d groups", out.nextNumber() - 1, out.groups());
    }

    @Override
    public void onStockDirectory(final StockDirectory stock) {
        begin(stock);
        books.onStockDirectory(stock);
        bookOf(stock.locate());
        out.end();
    }

    @Override
    public void onAddOrder(final AddOrder order) {
        begin(order);
        final long before = books.oddities();
        books.onAddOrder(order);
        add(order.reference(), before);
        out.end();
    }

    @Override
    public void onAddAttributedOrder(final AddAttributedOrder order) {
        begin(order);
        final long before = books.oddities();
        books.onAddAttributedOrder(order);
        add(order.reference(), before);
        out.end();
    }

    @Override
    public void onOrderExecuted(final OrderExecuted execution) {
        begin(execution);
        final int order = books.find(execution.reference());
        if (order != OrderLevels.NO_ORDER && execution.shares() > 0) {
            final long shares = Math.min(execution.shares(), books.levels().size(order));
            final int mine = mine(order);
            final int level = told.levels().level(mine);
            final int book = told.levels().book(level);
            final long reference = told.levels().reference(mine);
            final long price = told.levels().price(level);
            final int taker = (told.levels().sideOf(level) == OrderLevels.BID ? Side.ASK : Side.BID).code();
            told.reduce(mine, shares);
            out.exec(book, reference, price, shares, execution.match(), taker, FLAG_NONE);
        }
        books.onOrderExecuted(execution);
        out.end();
    }

    @Override
    public void onOrderExecutedAtPrice(final OrderExecutedAtPrice execution) {
        begin(execution);
        final int order = books.find(execution.reference());
        if (order != OrderLevels.NO_ORDER && execution.shares() > 0) {
            final long shares = Math.min(execution.shares(), books.levels().size(order));
            final int level = books.levels().level(order);
            final Side taker = books.levels().sideOf(level) == OrderLevels.BID ? Side.ASK : Side.BID;
            final int book = bookOf(books.levels().book(level));
            cut(order, shares);
            if (execution.printable() == PRINTABLE) {
                trade(book, execution.price(), shares, execution.match(), taker, FeedDescriptor.FLAG_OFF_BOOK);
            }
        }
        books.onOrderExecutedAtPrice(execution);
        out.end();
    }

    @Override
    public void onOrderCancelled(final OrderCancelled cancel) {
        begin(cancel);
        final int order = books.find(cancel.reference());
        if (order != OrderLevels.NO_ORDER) {
            cut(order, Math.min(cancel.shares(), books.levels().size(order)));
        }
        books.onOrderCancelled(cancel);
        out.end();
    }

    @Override
    public void onOrderDeleted(final OrderDeleted deletion) {
        begin(deletion);
        final int order = books.find(deletion.reference());
        if (order != OrderLevels.NO_ORDER) {
            cut(order, books.levels().size(order));
        }
        books.onOrderDeleted(deletion);
        out.end();
    }

    @Override
    public void onOrderReplaced(final OrderReplaced replacement) {
        begin(replacement);
        final int order = books.find(replacement.reference());
        final int known = books.find(replacement.newReference());
        if (order != OrderLevels.NO_ORDER && replacement.shares() == 0) {
            cut(order, books.levels().size(order));
        } else if (order != OrderLevels.NO_ORDER && (known == OrderLevels.NO_ORDER || known == order)) {
            move(order, replacement);
        }
        books.onOrderReplaced(replacement);
        out.end();
    }

    @Override
    public void onTrade(final HiddenTrade trade) {
        begin(trade);
        if (trade.shares() > 0) {
            final Side taker = trade.side() == BUY ? Side.ASK : Side.BID;
            trade(bookOf(trade.locate()), trade.price(), trade.shares(), trade.match(), taker, FLAG_NONE);
        }
        out.end();
    }

    @Override
    public void onCrossTrade(final CrossTrade cross) {
        begin(cross);
        if (cross.shares() > 0) {
            final int book = bookOf(cross.locate());
            trade(book, cross.price(), cross.shares(), cross.match(), Side.BID, FeedDescriptor.FLAG_AUCTION);
        }
        out.end();
    }

    private void begin(final ItchMessage shown) {
        message++;
        out.begin(message, shown.timestampNs());
    }

    /** The book of a stock, which is listed where it was not yet. */
    private int bookOf(final int locate) {
        if (out.bookOf(locate) < 0) {
            out.listing(locate, SymbolType.EXCHANGE_PAIR.code(), 2 * locate, 2 * locate + 1, 1, 1, 1, Limits.MAX_PRICE);
        }
        return out.bookOf(locate);
    }

    /** Tells of an order that has just come into the books, if it has. */
    private void add(final long reference, final long odditiesBefore) {
        if (books.oddities() != odditiesBefore) {
            return;
        }
        final OrderLevels levels = books.levels();
        final int order = books.find(reference);
        final int level = levels.level(order);
        final int side = levels.sideOf(level);
        final int book = bookOf(levels.book(level));
        told.add(book, side, levels.price(level), reference, out.nextReference(), levels.size(order));
        out.add(book, (side == OrderLevels.BID ? Side.BID : Side.ASK).code(), levels.price(level), levels.size(order));
    }

    private void move(final int order, final OrderReplaced replacement) {
        final int mine = mine(order);
        final int book = told.levels().book(told.levels().level(mine));
        final long reference = told.levels().reference(mine);
        told.move(mine, replacement.price(), out.nextReference(), replacement.shares());
        if (replacement.newReference() != replacement.reference()) {
            told.rename(mine, replacement.newReference());
        }
        out.moved(book, reference, replacement.price(), replacement.shares());
    }

    private void cut(final int order, final long shares) {
        if (shares > 0) {
            final int mine = mine(order);
            final int book = told.levels().book(told.levels().level(mine));
            final long reference = told.levels().reference(mine);
            told.reduce(mine, shares);
            out.cut(book, reference, shares);
        }
    }

    /** What the channel has of an order of the books. */
    private int mine(final int order) {
        final OrderLevels levels = books.levels();
        return told.find(bookOf(levels.book(levels.level(order))), levels.reference(order));
    }

    private void trade(
            final int book, final long price, final long shares, final long match, final Side taker, final int flags) {
        out.exec(book, 0, price, shares, match, taker.code(), flags);
    }
}
