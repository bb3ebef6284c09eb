package io.daybook.client.feed;

import io.daybook.client.book.FeedBook;
import io.daybook.client.book.OrderLevels;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.MessageSink;

/**
 * Writes the messages of one channel, and keeps its books by reference: a {@link GroupWriter} for owners without books.
 * An impossible call is a fault of the caller, and throws. It allocates only when it grows. Used by one thread.
 */
public final class ChannelWriter {
    /** The number of groups from one CHECK to the next. */
    public static final int GROUPS_BETWEEN_CHECKS = GroupWriter.GROUPS_BETWEEN_CHECKS;

    private static final int SIDE_BID = 1;
    private static final int SIDE_ASK = 2;

    private final FeedBook book = new FeedBook();
    private final GroupWriter out;

    /** Creates a channel that begins with message 1. */
    public ChannelWriter(final MessageSink sink) {
        out = new GroupWriter(sink, book.levels());
    }

    /** The books of the channel. */
    public OrderLevels levels() {
        return book.levels();
    }

    /** The book of a symbol, {@link ChannelBooks#NO_BOOK} if it was never listed. */
    public int bookOf(final int symbol) {
        return out.bookOf(symbol);
    }

    /** The number of the next message. */
    public long nextNumber() {
        return out.nextNumber();
    }

    /** The order with a reference, {@link OrderLevels#NO_ORDER} if there is none. */
    public int find(final long reference) {
        return book.find(reference);
    }

    /** Begins the group of a command. */
    public void begin(final long commandSeq, final long commandTimeNs) {
        out.begin(commandSeq, commandTimeNs);
    }

    /** Writes that a symbol is added or changed. */
    public void listing(
            final int symbol,
            final int type,
            final int base,
            final int quote,
            final long lotSize,
            final long tickValue,
            final long minPrice,
            final long maxPrice) {
        out.listing(symbol, type, base, quote, lotSize, tickValue, minPrice, maxPrice);
    }

    /** Writes the new trading state of a symbol. */
    public void state(final int symbol, final int state, final int reason, final long price, final long size) {
        out.state(symbol, state, reason, price, size);
    }

    /**
     * Writes that an order rests at the tail of its level.
     *
     * @param side 1 for bids and 2 for asks
     * @return the reference of the order
     */
    public long add(final int symbol, final int side, final long price, final long size) {
        if (side != SIDE_BID && side != SIDE_ASK) {
            throw new IllegalArgumentException("side must be 1 or 2: side=" + side);
        }
        final int bookSide = side == SIDE_BID ? OrderLevels.BID : OrderLevels.ASK;
        final int index = requireBookOf(symbol);
        book.add(index, bookSide, price, out.nextReference(), size);
        return out.add(index, side, price, size);
    }

    /**
     * Writes that a resting order trades.
     *
     * @param price the order's price, except in an auction
     */
    public void exec(
            final long reference,
            final long price,
            final long size,
            final long tradeId,
            final int takerSide,
            final int flags) {
        final int level = levels().level(require(reference));
        if ((flags & FeedDescriptor.FLAG_AUCTION) == 0 && price != levels().price(level)) {
            throw new IllegalArgumentException(
                    "price must be that of the order, " + levels().price(level) + ": price=" + price);
        }
        final int index = levels().book(level);
        reduce(reference, size);
        out.exec(index, reference, price, size, tradeId, takerSide, flags);
    }

    /** Writes that an order that was not shown trades. */
    public void trade(
            final int symbol,
            final long price,
            final long size,
            final long tradeId,
            final int takerSide,
            final int flags) {
        out.exec(requireBookOf(symbol), 0, price, size, tradeId, takerSide, flags);
    }

    /** Writes that an order's size is reduced; it keeps its place. */
    public void cut(final long reference, final long size) {
        final int index = levels().book(levels().level(require(reference)));
        reduce(reference, size);
        out.cut(index, reference, size);
    }

    /**
     * Writes that an order moves to the tail of a level.
     *
     * @return its new reference
     */
    public long moved(final long reference, final long price, final long size) {
        final int order = require(reference);
        final int index = levels().book(levels().level(order));
        book.replace(order, price, out.nextReference(), size);
        return out.moved(index, reference, price, size);
    }

    /** Writes that all books are empty. */
    public void reset() {
        book.clear();
        out.reset();
    }

    /** Ends the group, and sends its messages. */
    public void end() {
        out.end();
    }

    private int requireBookOf(final int symbol) {
        final int index = out.bookOf(symbol);
        if (index == ChannelBooks.NO_BOOK) {
            throw new IllegalArgumentException("the symbol was never listed: symbol=" + symbol);
        }
        return index;
    }

    private int require(final long reference) {
        final int order = book.find(reference);
        if (order == OrderLevels.NO_ORDER) {
            throw new IllegalArgumentException("no order has this reference: reference=" + reference);
        }
        return order;
    }

    private void reduce(final long reference, final long size) {
        if (size < 1 || !book.reduce(book.find(reference), size)) {
            throw new IllegalArgumentException("size must be 1 to the order's lots: size=" + size);
        }
    }
}
