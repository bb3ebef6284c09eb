package io.daybook.trading;

import io.daybook.client.book.KeyedBook;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.GroupWriter;

/** A market of one channel that a test makes by hand: real messages of a feed, and a subscriber's real books. */
final class TestMarket {
    static final long TICK_VALUE = 10;

    private final KeyedBook told = new KeyedBook();
    private final ChannelBooks books;
    private final GroupWriter out;
    private long seq;
    private long nextKey = 1;

    TestMarket(final FeedListener listener, final int... symbols) {
        books = new ChannelBooks(listener);
        out = new GroupWriter((number, bytes, offset, length) -> books.onMessage(bytes, offset, length), told.levels());
        out.begin(++seq, 0);
        for (final int symbol : symbols) {
            out.listing(symbol, 1, 1, 2, 1, TICK_VALUE, 1, 1L << 40);
        }
        out.end();
    }

    ChannelBooks books() {
        return books;
    }

    /** Adds an order; returns its key. */
    long add(final int symbol, final int side, final long price, final long size) {
        out.begin(++seq, 0);
        final long key = nextKey++;
        told.add(out.bookOf(symbol), side, price, key, out.nextReference(), size);
        out.add(out.bookOf(symbol), side + 1, price, size);
        out.end();
        return key;
    }

    /** Adds an order on each side. */
    void quote(final int symbol, final long bid, final long bidSize, final long ask, final long askSize) {
        add(symbol, OrderLevels.BID, bid, bidSize);
        add(symbol, OrderLevels.ASK, ask, askSize);
    }

    /** Makes an aggressor take lots of orders, in their sequence. */
    void take(final int symbol, final long... keysAndSizes) {
        out.begin(++seq, 0);
        final int book = out.bookOf(symbol);
        for (int i = 0; i < keysAndSizes.length; i += 2) {
            final int order = told.find(book, keysAndSizes[i]);
            final int level = told.levels().level(order);
            final int taker = 1 - told.levels().sideOf(level);
            final long price = told.levels().price(level);
            final long reference = told.levels().reference(order);
            told.reduce(order, keysAndSizes[i + 1]);
            out.exec(book, reference, price, keysAndSizes[i + 1], seq, taker + 1, 0);
        }
        out.end();
    }

    /** Removes lots of an order. */
    void cut(final int symbol, final long key, final long size) {
        out.begin(++seq, 0);
        final int order = told.find(out.bookOf(symbol), key);
        final long reference = told.levels().reference(order);
        told.reduce(order, size);
        out.cut(out.bookOf(symbol), reference, size);
        out.end();
    }
}
