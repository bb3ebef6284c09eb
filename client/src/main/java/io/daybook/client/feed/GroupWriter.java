package io.daybook.client.feed;

import io.daybook.client.book.OrderLevels;
import io.daybook.wire.Bytes;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.MessageSink;
import io.daybook.wire.feed.MoldPacket;
import java.util.Arrays;

/**
 * Writes the messages of one channel in groups, and numbers them. The effects of one command are a group: its messages
 * are gathered between {@link #begin} and {@link #end}; a command without public effects writes nothing, and takes no
 * number. References ascend in the order in which they are taken. After each 4,096th group comes a CHECK, with the hash
 * of the book that the group's last message is about.
 *
 * <p>It keeps no books: its owner keeps them, reports each change, and must have made each change before the group
 * ends. It allocates memory only to grow. Used by one thread.
 */
public final class GroupWriter {
    /** The number of groups from one CHECK to the next. */
    public static final int GROUPS_BETWEEN_CHECKS = 4_096;

    private static final int FIRST_CAPACITY = 64 * FeedDescriptor.MAX_LENGTH;
    private static final int NO_BOOK = SymbolBooks.NO_BOOK;

    /** The room for the length before each message, so that packets and logs take the group unchanged. */
    private static final int PREFIX = MoldPacket.MESSAGE_HEADER_LENGTH;

    /** The offset of a group's first message, after the GROUP that counts them. */
    private static final int BODY = PREFIX + FeedDescriptor.HEADER_LENGTH + 24;

    private final MessageSink sink;
    private final OrderLevels levels;
    private final SymbolBooks symbols = new SymbolBooks();
    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length = BODY;
    private int count;
    private int lastBook = NO_BOOK;
    private long seq;
    private long timeNs;
    private long nextNumber = 1;
    private long nextReference = 1;
    private long groups;

    /**
     * Creates a channel that begins with message 1 and reference 1.
     *
     * @param levels the books of the owner, for the CHECKs
     */
    public GroupWriter(final MessageSink sink, final OrderLevels levels) {
        this.sink = sink;
        this.levels = levels;
    }

    /** Continues at the position of another writer. Called before this one writes its first message. */
    public void goOn(final long number, final long reference, final long groupCount) {
        if (number < 1 || reference < 1 || groupCount < 0) {
            throw new IllegalArgumentException("number and reference must be at least 1, and groups at least 0: number="
                    + number + " reference=" + reference + " groups=" + groupCount);
        }
        nextNumber = number;
        nextReference = reference;
        groups = groupCount;
    }

    /** The number of the next message. */
    public long nextNumber() {
        return nextNumber;
    }

    /** The next reference. */
    public long nextReference() {
        return nextReference;
    }

    /** The number of groups. */
    public long groups() {
        return groups;
    }

    /** The book of a symbol, {@link ChannelBooks#NO_BOOK} if it was never listed. */
    public int bookOf(final int symbol) {
        return symbols.bookOf(symbol);
    }

    /** The symbol of a book. */
    public int symbolOf(final int book) {
        return symbols.symbolOf(book);
    }

    /** The number of listed symbols: their books are numbered from 0. */
    public int symbols() {
        return symbols.count();
    }

    /** Gives a symbol a book if it has none, without a message; returns the book. */
    public int list(final int symbol) {
        symbols.list(symbol);
        return symbols.bookOf(symbol);
    }

    /** Begins the group of a command. */
    public void begin(final long commandSeq, final long commandTimeNs) {
        seq = commandSeq;
        timeNs = commandTimeNs;
        lastBook = NO_BOOK;
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
        final int book = list(symbol);
        wrote(
                book,
                FeedDescriptor.listing(
                        room(), at(), symbol, type, base, quote, lotSize, tickValue, minPrice, maxPrice));
    }

    /** Writes the new trading state of a symbol. */
    public void state(final int symbol, final int state, final int reason, final long price, final long size) {
        wrote(bookOf(symbol), FeedDescriptor.state(room(), at(), symbol, state, reason, price, size));
    }

    /**
     * Writes that an order rests at the tail of its level.
     *
     * @param side 1 for bids and 2 for asks
     * @return the reference of the order
     */
    public long add(final int book, final int side, final long price, final long size) {
        final long reference = nextReference++;
        wrote(book, FeedDescriptor.add(room(), at(), reference, price, size, symbols.symbolOf(book), side));
        return reference;
    }

    /** Writes that a resting order trades; its reference is 0 if it was not shown. */
    public void exec(
            final int book,
            final long reference,
            final long price,
            final long size,
            final long tradeId,
            final int takerSide,
            final int flags) {
        final int symbol = symbols.symbolOf(book);
        wrote(book, FeedDescriptor.exec(room(), at(), reference, price, size, tradeId, symbol, takerSide, flags));
    }

    /** Writes that an order's size is reduced; it keeps its place. */
    public void cut(final int book, final long reference, final long size) {
        wrote(book, FeedDescriptor.cut(room(), at(), reference, size, symbols.symbolOf(book)));
    }

    /**
     * Writes that an order moves to the tail of a level.
     *
     * @return its new reference
     */
    public long moved(final int book, final long reference, final long price, final long size) {
        final long newReference = nextReference++;
        wrote(book, FeedDescriptor.moved(room(), at(), reference, newReference, price, size, symbols.symbolOf(book)));
        return newReference;
    }

    /** Writes that all books are empty. */
    public void reset() {
        wrote(NO_BOOK, FeedDescriptor.reset(room(), at()));
    }

    /** Ends the group, and sends its messages. */
    public void end() {
        if (count == 0) {
            return;
        }
        Bytes.putBigU16(bytes, 0, FeedDescriptor.group(bytes, PREFIX, seq, timeNs, count));
        send(count + 1, length);
        length = BODY;
        count = 0;
        groups++;
        if (groups % GROUPS_BETWEEN_CHECKS == 0 && lastBook != NO_BOOK) {
            final int symbol = symbols.symbolOf(lastBook);
            final int check =
                    FeedDescriptor.check(bytes, PREFIX, symbol, levels.orders(lastBook), levels.hash(lastBook));
            Bytes.putBigU16(bytes, 0, check);
            send(1, PREFIX + check);
        }
    }

    private void send(final int messages, final int messagesLength) {
        final long first = nextNumber;
        nextNumber += messages;
        sink.onMessages(first, messages, bytes, 0, messagesLength);
    }

    /** The offset of the next message. */
    private int at() {
        return length + PREFIX;
    }

    private byte[] room() {
        if (bytes.length - length < PREFIX + FeedDescriptor.MAX_LENGTH) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        return bytes;
    }

    private void wrote(final int book, final int messageLength) {
        Bytes.putBigU16(bytes, length, messageLength);
        lastBook = book;
        length += PREFIX + messageLength;
        count++;
    }
}
