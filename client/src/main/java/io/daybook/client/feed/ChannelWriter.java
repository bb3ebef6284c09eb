package io.daybook.client.feed;

import io.daybook.client.book.FeedBook;
import io.daybook.client.book.OrderLevels;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.MessageSink;

/**
 * Writes the messages of one channel, and keeps the books that they tell of, by reference: a {@link GroupWriter} for
 * whoever has no books of its own. What cannot be is a fault of the caller, and thrown. Nothing is allocated but room
 * for more. Used by one thread.
 */
public final class ChannelWriter {
    /** So many groups after a CHECK comes the next. */
    public static final int GROUPS_BETWEEN_CHECKS = GroupWriter.GROUPS_BETWEEN_CHECKS;

    private static final int SIDE_BID = 1;
    private static final int SIDE_ASK = 2;

    private final FeedBook book = new FeedBook();
    private final GroupWriter out;

    /** A channel that begins with message 1. */
    public ChannelWriter(final MessageSink sink) {
        out = new GroupWriter(sink, book.levels());
    }

    /** The books that the messages tell of. */
    public OrderLevels levels() {
        return book.levels();
    }

    /** The book of a symbol, {@link ChannelBooks#NO_BOOK} where it was never listed. */
    public int bookOf(final int symbol) {
        return out.bookOf(symbol);
    }

    /** The number of the next message. */
    public long nextNumber() {
        return out.nextNumber();
    }

    /** The order with a reference, {@link OrderLevels#NO_ORDER} where there is none. */
    public int find(final long reference) {
        return book.find(reference);
    }

    /** A command's messages come. */
    public void begin(final long commandSeq, final long commandTimeNs) {
        out.begin(commandSeq, commandTimeNs);
    }

    /** A symbol is added, or changed. */
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

    /** A symbol trades in another way. */
    public void state(final int symbol, final int state, final int reason, final long price, final long size) {
        out.state(symbol, state, reason, price, size);
    }

    /**
     * An order rests at the tail of its level.
     *
     * @param side 1 for bids and 2 for asks
     * @return its reference
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
     * An order that rests trades.
     *
     * @param price that of the order, but in an auction
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

    /** An order trades that was not shown. */
    public void trade(
            final int symbol,
            final long price,
            final long size,
            final long tradeId,
            final int takerSide,
            final int flags) {
        out.exec(requireBookOf(symbol), 0, price, size, tradeId, takerSide, flags);
    }

    /** Size is taken off an order, which keeps its place. */
    public void cut(final long reference, final long size) {
        final int index = levels().book(levels().level(require(reference)));
        reduce(reference, size);
        out.cut(index, reference, size);
    }

    /**
     * An order leaves its place, and comes at the tail of a level.
     *
     * @return its new reference
     */
    public long moved(final long reference, final long price, final long size) {
        final int order = require(reference);
        final int index = levels().book(levels().level(order));
        book.replace(order, price, out.nextReference(), size);
        return out.moved(index, reference, price, size);
    }

    /** All books are empty. */
    public void reset() {
        book.clear();
        out.reset();
    }

    /** The command has told everything: its messages leave. */
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
            throw new IllegalArgumentException("size must be from 1 to what is there: size=" + size);
        }
    }
}
