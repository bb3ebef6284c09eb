package io.daybook.flow.itch;

import io.daybook.client.book.BookAhead;
import io.daybook.client.book.FeedBook;
import io.daybook.client.book.OrderLevels;

/**
 * All order books of a file of ITCH 5.0. Pass the books to an {@link ItchParser}, and read {@link #levels} at any time.
 * A book has the number of its stock ({@link ItchMessage#locate}), and prices count 1/10,000 dollar. Orders are added
 * at the tail of their level and removed as in the file; nothing is matched, so books may be crossed. Impossible
 * messages are counted, and change nothing; a message about more shares than an order has applies to all its shares.
 * Used by one thread.
 */
public final class ItchBooks implements ItchListener {
    private static final int LOCATES = 1 << Character.SIZE;
    private static final char BUY = 'B';
    private static final char SELL = 'S';
    private static final int NO_SIDE = -1;

    private final FeedBook book = FeedBook.withoutHashes();
    private final long[] stocks = new long[LOCATES];

    /** A bit for each stock that has its symbol: each new order reads it, and all bits fit into the fastest cache. */
    private final long[] named = new long[LOCATES / Long.SIZE];

    private long unknownReferences;
    private long knownReferences;
    private long excessShares;
    private long emptyOrders;
    private long unknownSides;

    /** Creates an empty set of books. */
    public ItchBooks() {}

    /** Creates a parser that passes its messages to these books, and lets them prefetch. */
    public ItchParser parser() {
        return new ItchParser(this, new ReadAhead(new BookAhead(book)));
    }

    /** The books, by locate. */
    public OrderLevels levels() {
        return book.levels();
    }

    /** The symbol of a stock, as eight characters; 0 if no message of the file has named it. */
    public long stock(final int locate) {
        return stocks[locate];
    }

    /** Returns the order with a reference; {@link OrderLevels#NO_ORDER} if there is none. */
    public int find(final long reference) {
        return book.find(reference);
    }

    /** The number of bytes of all tables, without the headers of their arrays. */
    public long memoryBytes() {
        return book.memoryBytes() + (long) (stocks.length + named.length) * Long.BYTES;
    }

    /** The number of messages about missing orders. */
    public long unknownReferences() {
        return unknownReferences;
    }

    /** The number of new orders with the reference of an existing order. */
    public long knownReferences() {
        return knownReferences;
    }

    /** The number of executions and cancels of more shares than the order had. */
    public long excessShares() {
        return excessShares;
    }

    /** The number of new orders and replacements without shares. */
    public long emptyOrders() {
        return emptyOrders;
    }

    /** The number of new orders that neither buy nor sell. */
    public long unknownSides() {
        return unknownSides;
    }

    /** The number of impossible messages. */
    public long oddities() {
        return unknownReferences + knownReferences + excessShares + emptyOrders + unknownSides;
    }

    @Override
    public void onStockDirectory(final StockDirectory message) {
        name(message.locate(), message.stock());
    }

    @Override
    public void onAddOrder(final AddOrder message) {
        add(message);
    }

    @Override
    public void onAddAttributedOrder(final AddAttributedOrder message) {
        add(message);
    }

    @Override
    public void onOrderExecuted(final OrderExecuted message) {
        takeOff(message.reference(), message.shares());
    }

    @Override
    public void onOrderExecutedAtPrice(final OrderExecutedAtPrice message) {
        takeOff(message.reference(), message.shares());
    }

    @Override
    public void onOrderCancelled(final OrderCancelled message) {
        takeOff(message.reference(), message.shares());
    }

    @Override
    public void onOrderDeleted(final OrderDeleted message) {
        final int order = known(message.reference());
        if (order != OrderLevels.NO_ORDER) {
            book.remove(order);
        }
    }

    @Override
    public void onOrderReplaced(final OrderReplaced message) {
        final int order = known(message.reference());
        if (order == OrderLevels.NO_ORDER) {
            return;
        }
        if (message.shares() == 0) {
            emptyOrders++;
            book.remove(order);
        } else if (!book.replace(order, message.price(), message.newReference(), message.shares())) {
            knownReferences++;
        }
    }

    private void add(final ItchOrder order) {
        final char letter = order.side();
        final int locate = order.locate();
        final long shares = order.shares();
        final int side = letter == BUY ? OrderLevels.BID : letter == SELL ? OrderLevels.ASK : NO_SIDE;
        if (side == NO_SIDE) {
            unknownSides++;
        } else if (shares == 0) {
            emptyOrders++;
        } else if (!book.add(locate, side, order.price(), order.reference(), shares)) {
            knownReferences++;
        } else if ((named[locate / Long.SIZE] & 1L << locate) == 0) {
            name(locate, order.stock());
        }
    }

    private void name(final int locate, final long stock) {
        final int word = locate / Long.SIZE;
        final long bit = 1L << locate;
        stocks[locate] = stock;
        named[word] = stock == 0 ? named[word] & ~bit : named[word] | bit;
    }

    private void takeOff(final long reference, final long shares) {
        final int order = known(reference);
        if (order != OrderLevels.NO_ORDER && !book.reduce(order, shares)) {
            excessShares++;
            book.remove(order);
        }
    }

    private int known(final long reference) {
        final int order = book.find(reference);
        if (order == OrderLevels.NO_ORDER) {
            unknownReferences++;
        }
        return order;
    }
}
