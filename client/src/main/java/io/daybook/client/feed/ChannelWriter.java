package io.daybook.client.feed;

import io.daybook.client.book.FeedBook;
import io.daybook.client.book.OrderLevels;
import java.util.Arrays;

/**
 * Writes the messages of one channel, and keeps the books that they tell of. What one command did is a group: between
 * {@link #begin} and {@link #end} its messages are gathered; a command that nobody may see anything of leaves nothing,
 * and takes no number. Orders get references that count up in the order in which they come to the tail of a level, so
 * that within a level they are the queue. After each 4,096th group a CHECK tells the hash of the book of its last
 * message.
 *
 * <p>What cannot be is a fault of the caller, and thrown. Nothing is allocated but room for more. Used by one thread.
 */
public final class ChannelWriter {
    /** So many groups after a CHECK comes the next. */
    public static final int GROUPS_BETWEEN_CHECKS = 4_096;

    private static final int FIRST_CAPACITY = 64 * FeedDescriptor.MAX_LENGTH;
    private static final int NO_SYMBOL = Integer.MIN_VALUE;
    private static final int SIDE_BID = 1;
    private static final int SIDE_ASK = 2;

    /** Where the messages of a group begin, behind the GROUP that counts them. */
    private static final int BODY = FeedDescriptor.HEADER_LENGTH + 24;

    private final MessageSink sink;
    private final SymbolBooks symbols = new SymbolBooks();
    private final FeedBook book = new FeedBook();
    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length = BODY;
    private int count;
    private int lastSymbol = NO_SYMBOL;
    private long seq;
    private long timeNs;
    private long nextNumber = 1;
    private long nextReference = 1;
    private long groups;

    /** A channel that begins with message 1. */
    public ChannelWriter(final MessageSink sink) {
        this.sink = sink;
    }

    /** The books that the messages tell of. */
    public OrderLevels levels() {
        return book.levels();
    }

    /** The book of a symbol, {@link ChannelBooks#NO_BOOK} where it was never listed. */
    public int bookOf(final int symbol) {
        return symbols.bookOf(symbol);
    }

    /** The number of the next message. */
    public long nextNumber() {
        return nextNumber;
    }

    /** The order with a reference, {@link OrderLevels#NO_ORDER} where there is none. */
    public int find(final long reference) {
        return book.find(reference);
    }

    /** A command's messages come. */
    public void begin(final long commandSeq, final long commandTimeNs) {
        seq = commandSeq;
        timeNs = commandTimeNs;
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
        symbols.list(symbol);
        wrote(
                symbol,
                FeedDescriptor.listing(
                        room(), length, symbol, type, base, quote, lotSize, tickValue, minPrice, maxPrice));
    }

    /** A symbol trades in another way. */
    public void state(final int symbol, final int state, final int reason, final long price, final long size) {
        wrote(symbol, FeedDescriptor.state(room(), length, symbol, state, reason, price, size));
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
        final long reference = nextReference++;
        book.add(
                symbols.requireBookOf(symbol),
                side == SIDE_BID ? OrderLevels.BID : OrderLevels.ASK,
                price,
                reference,
                size);
        wrote(symbol, FeedDescriptor.add(room(), length, reference, price, size, symbol, side));
        return reference;
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
        final int symbol = symbols.symbolOf(levels().book(level));
        reduce(reference, size);
        wrote(symbol, FeedDescriptor.exec(room(), length, reference, price, size, tradeId, symbol, takerSide, flags));
    }

    /** An order trades that was not shown. */
    public void trade(
            final int symbol,
            final long price,
            final long size,
            final long tradeId,
            final int takerSide,
            final int flags) {
        wrote(symbol, FeedDescriptor.exec(room(), length, 0, price, size, tradeId, symbol, takerSide, flags));
    }

    /** Size is taken off an order, which keeps its place. */
    public void cut(final long reference, final long size) {
        final int symbol = symbols.symbolOf(levels().book(levels().level(require(reference))));
        reduce(reference, size);
        wrote(symbol, FeedDescriptor.cut(room(), length, reference, size, symbol));
    }

    /**
     * An order leaves its place, and comes at the tail of a level.
     *
     * @return its new reference
     */
    public long moved(final long reference, final long price, final long size) {
        final int order = require(reference);
        final int symbol = symbols.symbolOf(levels().book(levels().level(order)));
        final long newReference = nextReference++;
        book.replace(order, price, newReference, size);
        wrote(symbol, FeedDescriptor.moved(room(), length, reference, newReference, price, size, symbol));
        return newReference;
    }

    /** All books are empty. */
    public void reset() {
        book.clear();
        length += FeedDescriptor.reset(room(), length);
        count++;
    }

    /** The command has told everything: its messages leave. */
    public void end() {
        if (count == 0) {
            return;
        }
        FeedDescriptor.group(bytes, 0, seq, timeNs, count);
        send(0, BODY);
        int at = BODY;
        while (at < length) {
            final int message = FeedDescriptor.HEADER_LENGTH + FeedDescriptor.blockLength(bytes, at);
            send(at, message);
            at += message;
        }
        length = BODY;
        count = 0;
        groups++;
        if (groups % GROUPS_BETWEEN_CHECKS == 0 && lastSymbol != NO_SYMBOL) {
            check(lastSymbol);
        }
    }

    private void check(final int symbol) {
        final int index = symbols.bookOf(symbol);
        send(0, FeedDescriptor.check(bytes, 0, symbol, levels().orders(index), levels().hash(index)));
    }

    private void send(final int offset, final int messageLength) {
        sink.onMessage(nextNumber++, bytes, offset, messageLength);
    }

    private byte[] room() {
        if (bytes.length - length < FeedDescriptor.MAX_LENGTH) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        return bytes;
    }

    private void wrote(final int symbol, final int messageLength) {
        lastSymbol = symbol;
        length += messageLength;
        count++;
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
