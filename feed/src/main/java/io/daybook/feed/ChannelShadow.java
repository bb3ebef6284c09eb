package io.daybook.feed;

import io.daybook.api.Side;
import io.daybook.client.book.KeyedBook;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.client.feed.GroupWriter;
import io.daybook.sessions.outbox.Histories;
import io.daybook.wire.feed.MessageSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The books of one channel as its messages show them, found by order id, together with the writer of these messages:
 * each change of a book writes a message in the same step. Other code reads the books on the folding thread, between
 * two results.
 */
public final class ChannelShadow {
    private static final int BID = Side.BID.code();

    private final KeyedBook book = new KeyedBook();
    private final GroupWriter out;
    private final List<Listed> listings = new ArrayList<>();
    private final @Nullable LevelFold levels;

    /** @param levelSink takes the stream of levels; null for none */
    ChannelShadow(final MessageSink sink, final @Nullable MessageSink levelSink) {
        out = new GroupWriter(sink, book.levels());
        levels = levelSink == null ? null : new LevelFold(levelSink, this);
    }

    /** The number of the next message. */
    public long nextNumber() {
        return out.nextNumber();
    }

    /** The symbols that are listed, in the order of their listing. */
    public List<Listed> listings() {
        return List.copyOf(listings);
    }

    /** The books, for reading; {@link #bookOf} finds the book of a symbol. */
    public OrderLevels levels() {
        return book.levels();
    }

    /** The book of a symbol; {@link ChannelBooks#NO_BOOK} if it was never listed. */
    public int bookOf(final int symbol) {
        return out.bookOf(symbol);
    }

    /** The number of bytes of all tables of the books, without the headers of their arrays. */
    public long memoryBytes() {
        return book.memoryBytes();
    }

    /** Returns whether there is a stream of levels. */
    public boolean hasLevels() {
        return levels != null;
    }

    /** The number of the next message of the stream of levels; 1 if there is none. */
    public long nextLevelNumber() {
        return levels == null ? 1 : levels.nextNumber();
    }

    void goOn(final long number, final long reference, final long groups, final long levelNumber) {
        out.goOn(number, reference, groups);
        if (levels != null) {
            levels.goOn(levelNumber);
        }
    }

    /** Begins a history: the next numbers are above all numbers of the lost history, so that none is used twice. */
    void raise(final long history) {
        out.goOn(Histories.feedMessage(out.nextNumber(), history), out.nextReference(), out.groups());
        if (levels != null) {
            levels.goOn(Histories.feedMessage(levels.nextNumber(), history));
        }
    }

    /** Begins the messages of a command. */
    void begin(final long seq, final long timeNs) {
        out.begin(seq, timeNs);
        if (levels != null) {
            levels.begin(seq, timeNs);
        }
    }

    /** Ends the messages of the command. */
    void end() {
        out.end();
        if (levels != null) {
            levels.end();
        }
    }

    private void changed(final int index, final int side, final long price) {
        if (levels != null) {
            levels.change(index, side, price);
        }
    }

    GroupWriter out() {
        return out;
    }

    /** Returns the order of a book with an id; {@link OrderLevels#NO_ORDER} if it is not shown. */
    int find(final int index, final long orderId) {
        return book.find(index, orderId);
    }

    long orderId(final int order) {
        return book.key(order);
    }

    void list(final Listed listed) {
        out.listing(
                listed.symbol(),
                listed.type(),
                listed.base(),
                listed.quote(),
                listed.lotSize(),
                listed.tickValue(),
                listed.minPrice(),
                listed.maxPrice());
        listings.add(listed);
        if (levels != null) {
            levels.list(listed);
        }
    }

    /** @param side the code of the {@link Side} */
    void add(final int index, final int side, final long price, final long orderId, final long size) {
        final int bookSide = side == BID ? OrderLevels.BID : OrderLevels.ASK;
        book.add(index, bookSide, price, orderId, out.nextReference(), size);
        changed(index, bookSide, price);
        out.add(index, side, price, size);
    }

    void exec(final int order, final long size, final long tradeId, final int takerSide) {
        final OrderLevels all = book.levels();
        final int level = all.level(order);
        final int index = all.book(level);
        final long price = all.price(level);
        final long reference = all.reference(order);
        changed(index, all.sideOf(level), price);
        book.reduce(order, size);
        out.exec(index, reference, price, size, tradeId, takerSide, 0);
    }

    void trade(final int index, final long price, final long size, final long tradeId, final int takerSide) {
        out.exec(index, 0, price, size, tradeId, takerSide, 0);
    }

    void cut(final int order, final long size) {
        final OrderLevels all = book.levels();
        final int level = all.level(order);
        final int index = all.book(level);
        final long reference = all.reference(order);
        changed(index, all.sideOf(level), all.price(level));
        book.reduce(order, size);
        out.cut(index, reference, size);
    }

    void move(final int order, final long price, final long size) {
        final OrderLevels all = book.levels();
        final int level = all.level(order);
        final int index = all.book(level);
        final int side = all.sideOf(level);
        final long reference = all.reference(order);
        changed(index, side, all.price(level));
        changed(index, side, price);
        book.move(order, price, out.nextReference(), size);
        out.moved(index, reference, price, size);
    }

    void rename(final int order, final long orderId) {
        book.rename(order, orderId);
    }

    void reset() {
        book.clear();
        listings.clear();
        out.reset();
        if (levels != null) {
            levels.reset();
        }
    }

    /** Restores a symbol for which an earlier process wrote the message. */
    int listAgain(final Listed listed) {
        listings.add(listed);
        return out.list(listed.symbol());
    }

    /** Restores an order for which an earlier process wrote the message. */
    void addAgain(
            final int index,
            final int side,
            final long price,
            final long orderId,
            final long reference,
            final long size) {
        book.add(index, side, price, orderId, reference, size);
    }
}
