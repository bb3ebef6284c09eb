package io.daybook.flow;

import io.daybook.api.Limits;
import io.daybook.api.Side;
import io.daybook.api.SymbolType;
import io.daybook.client.book.KeyedBook;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.GroupWriter;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.MessageSink;
import java.util.Locale;
import java.util.UUID;

/**
 * Turns a recorded day into the messages of one channel, if the reader of the day keeps its orders: a group for each
 * event, with the event's number as seq and the event's time. The references are those of the channel, not those of the
 * file. An event about a missing order writes nothing. Used by one thread, once.
 */
public final class RecordedFeed implements RecordedListener {
    /** The id under which such feeds are stored, because they belong to no exchange. */
    public static final UUID EXCHANGE = new UUID(0x4954_4348_3530_4000L, 0x8000_0000_0000_0000L);

    private static final int FLAG_NONE = 0;

    /** The orders by their references in the file, with their references in the channel. */
    private final KeyedBook told = new KeyedBook();

    private final GroupWriter out;

    /** Creates a feed for a channel that has no message yet. */
    public RecordedFeed(final MessageSink sink) {
        out = new GroupWriter(sink, told.levels());
    }

    /** Returns the counts as a line for people. */
    public String summary() {
        return String.format(Locale.ROOT, "%,d messages of the feed in %,d groups", out.nextNumber() - 1, out.groups());
    }

    @Override
    public void onEvent(final RecordedEvent event) {
        out.begin(event.number(), event.timeNs());
        final int book = bookOf(event.symbol());
        switch (event.kind()) {
            case LISTED -> {} // the call of bookOf has listed the symbol
            case ADDED -> add(book, event);
            case HIDDEN_TRADE -> trade(book, event, event.side().opposite(), FLAG_NONE);
            case CROSS -> trade(book, event, Side.BID, FeedDescriptor.FLAG_AUCTION);
            default -> {
                final int order = told.find(book, event.reference());
                if (order != OrderLevels.NO_ORDER) {
                    change(book, order, event);
                }
            }
        }
        out.end();
    }

    /** Returns the book of a symbol, and lists the symbol if it is not listed yet. */
    private int bookOf(final int symbol) {
        if (out.bookOf(symbol) < 0) {
            out.listing(symbol, SymbolType.EXCHANGE_PAIR.code(), 2 * symbol, 2 * symbol + 1, 1, 1, 1, Limits.MAX_PRICE);
        }
        return out.bookOf(symbol);
    }

    private void add(final int book, final RecordedEvent event) {
        final int side = event.side() == Side.BID ? OrderLevels.BID : OrderLevels.ASK;
        told.add(book, side, event.price(), event.reference(), out.nextReference(), event.size());
        out.add(book, event.side().code(), event.price(), event.size());
    }

    private void change(final int book, final int order, final RecordedEvent event) {
        final long reference = told.levels().reference(order);
        final long there = told.levels().size(order);
        final long size = event.kind() == RecordedEvent.Kind.DELETED ? there : Math.min(event.size(), there);
        final Side taker = event.side().opposite();
        switch (event.kind()) {
            case EXECUTED -> {
                final long price = told.levels().price(told.levels().level(order));
                told.reduce(order, size);
                out.exec(book, reference, price, size, event.match(), taker.code(), FLAG_NONE);
            }
            case REPLACED -> {
                told.move(order, event.price(), out.nextReference(), event.size());
                if (event.newReference() != event.reference()) {
                    told.rename(order, event.newReference());
                }
                out.moved(book, reference, event.price(), event.size());
            }
            default -> {
                told.reduce(order, size);
                out.cut(book, reference, size);
                if (event.kind() == RecordedEvent.Kind.EXECUTED_AT_PRICE && event.isPrintable()) {
                    trade(book, event, taker, FeedDescriptor.FLAG_OFF_BOOK);
                }
            }
        }
    }

    private void trade(final int book, final RecordedEvent event, final Side taker, final int flags) {
        out.exec(book, 0, event.price(), event.size(), event.match(), taker.code(), flags);
    }
}
