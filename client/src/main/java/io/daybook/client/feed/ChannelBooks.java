package io.daybook.client.feed;

import io.daybook.client.book.FeedBook;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.wire.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The books of one channel as a subscriber keeps them, from its messages in the order of their numbers. It believes no
 * message: the first that cannot be makes the books stale, and nothing is applied from then on. Messages of later
 * versions are passed over, and of longer blocks the known part is read. Nothing is allocated but room for more symbols
 * and orders. Used by one thread.
 */
public final class ChannelBooks {
    /** No book: the symbol was never listed. */
    public static final int NO_BOOK = SymbolBooks.NO_BOOK;

    /** More symbols than this are believed of no channel. */
    public static final int MAX_SYMBOLS = 1 << 16;

    private static final int SIDE_BID = 1;
    private static final int SIDE_ASK = 2;
    private static final int U8 = 0xFF;

    private final FeedListener listener;
    private final FeedBook book = new FeedBook();

    private final SymbolBooks symbols = new SymbolBooks();
    private long seq;
    private long timeNs;
    private long left;
    private long lastReference;
    private @Nullable Mismatch stale;

    /** Empty books whose changes a listener hears. */
    public ChannelBooks(final FeedListener listener) {
        this.listener = listener;
    }

    /** The books, to be read when a group was told; {@link #bookOf} says which is whose. */
    public OrderLevels levels() {
        return book.levels();
    }

    /** The book of a symbol, {@link #NO_BOOK} where it was never listed. */
    public int bookOf(final int symbol) {
        return symbols.bookOf(symbol);
    }

    /** Why the books cannot be right any more, null while they can. */
    public @Nullable Mismatch stale() {
        return stale;
    }

    /** Applies the next message. */
    public void onMessage(final byte[] bytes, final int offset, final int length) {
        if (stale != null) {
            return;
        }
        if (length < FeedDescriptor.HEADER_LENGTH
                || length < FeedDescriptor.HEADER_LENGTH + FeedDescriptor.blockLength(bytes, offset)) {
            mismatch(Mismatch.BAD_LENGTH, 0, 0, 0);
            return;
        }
        final int template = FeedDescriptor.template(bytes, offset);
        if (FeedTemplates.isKnown(template)
                && FeedDescriptor.blockLength(bytes, offset) < FeedTemplates.blockLength(template)) {
            mismatch(Mismatch.BAD_LENGTH, template, 0, 0);
            return;
        }
        apply(template, bytes, offset + FeedDescriptor.HEADER_LENGTH);
    }

    private void apply(final int template, final byte[] bytes, final int block) {
        if (template == FeedTemplates.GROUP) {
            group(bytes, block);
            return;
        }
        if (template == FeedTemplates.CHECK && left == 0) {
            check(bytes, block);
            return;
        }
        if (left == 0) {
            mismatch(Mismatch.BAD_GROUP, template, 0, 0);
            return;
        }
        change(template, bytes, block);
        left--;
        if (left == 0 && stale == null) {
            listener.onGroup(seq, timeNs);
        }
    }

    private void change(final int template, final byte[] bytes, final int block) {
        switch (template) {
            case FeedTemplates.ADD -> add(bytes, block);
            case FeedTemplates.EXEC -> exec(bytes, block);
            case FeedTemplates.TRADE -> trade(bytes, block);
            case FeedTemplates.CUT -> cut(bytes, block);
            case FeedTemplates.MOVED -> moved(bytes, block);
            case FeedTemplates.LISTING -> listing(bytes, block);
            case FeedTemplates.STATE -> state(bytes, block);
            case FeedTemplates.CHECK -> check(bytes, block);
            case FeedTemplates.RESET -> book.clear();
            default -> {} // of a later version
        }
    }

    private void group(final byte[] bytes, final int block) {
        final long count = Bytes.getI32(bytes, block + 16) & 0xFFFF_FFFFL;
        if (left > 0 || count == 0) {
            mismatch(Mismatch.BAD_GROUP, FeedTemplates.GROUP, 0, 0);
            return;
        }
        seq = Bytes.getI64(bytes, block);
        timeNs = Bytes.getI64(bytes, block + 8);
        left = count;
    }

    private void add(final byte[] bytes, final int block) {
        final long reference = Bytes.getI64(bytes, block);
        final long size = Bytes.getI64(bytes, block + 16);
        final int symbol = Bytes.getI32(bytes, block + 24);
        final int side = bytes[block + 28] & U8;
        final int index = bookOf(symbol);
        final Mismatch wrong = index == NO_BOOK
                ? Mismatch.UNKNOWN_SYMBOL
                : side != SIDE_BID && side != SIDE_ASK
                        ? Mismatch.BAD_SIDE
                        : size < 1 ? Mismatch.BAD_SIZE : reference <= lastReference ? Mismatch.KNOWN_REFERENCE : null;
        if (wrong != null) {
            mismatch(wrong, FeedTemplates.ADD, symbol, reference);
            return;
        }
        lastReference = reference;
        final int bookSide = side == SIDE_BID ? OrderLevels.BID : OrderLevels.ASK;
        book.add(index, bookSide, Bytes.getI64(bytes, block + 8), reference, size);
    }

    private void exec(final byte[] bytes, final int block) {
        final long reference = Bytes.getI64(bytes, block);
        final long price = Bytes.getI64(bytes, block + 8);
        final int symbol = Bytes.getI32(bytes, block + 32);
        final int order = orderOf(reference, symbol, FeedTemplates.EXEC);
        if (order == OrderLevels.NO_ORDER) {
            return;
        }
        final boolean auction = (bytes[block + 37] & FeedDescriptor.FLAG_AUCTION) != 0;
        if (!auction && levels().price(levels().level(order)) != price) {
            mismatch(Mismatch.UNKNOWN_REFERENCE, FeedTemplates.EXEC, symbol, reference);
            return;
        }
        takeOff(order, Bytes.getI64(bytes, block + 16), FeedTemplates.EXEC, symbol, reference);
        trade(bytes, block);
    }

    private void trade(final byte[] bytes, final int block) {
        if (stale == null) {
            listener.onTrade(
                    Bytes.getI32(bytes, block + 32),
                    Bytes.getI64(bytes, block + 24),
                    Bytes.getI64(bytes, block + 8),
                    Bytes.getI64(bytes, block + 16),
                    bytes[block + 36] & U8,
                    bytes[block + 37] & U8);
        }
    }

    private void cut(final byte[] bytes, final int block) {
        final long reference = Bytes.getI64(bytes, block);
        final int symbol = Bytes.getI32(bytes, block + 16);
        final int order = orderOf(reference, symbol, FeedTemplates.CUT);
        if (order != OrderLevels.NO_ORDER) {
            takeOff(order, Bytes.getI64(bytes, block + 8), FeedTemplates.CUT, symbol, reference);
        }
    }

    private void moved(final byte[] bytes, final int block) {
        final long reference = Bytes.getI64(bytes, block);
        final long newReference = Bytes.getI64(bytes, block + 8);
        final long size = Bytes.getI64(bytes, block + 24);
        final int symbol = Bytes.getI32(bytes, block + 32);
        final int order = orderOf(reference, symbol, FeedTemplates.MOVED);
        if (order == OrderLevels.NO_ORDER) {
            return;
        }
        if (newReference <= lastReference || size < 1) {
            final Mismatch wrong = size < 1 ? Mismatch.BAD_SIZE : Mismatch.KNOWN_REFERENCE;
            mismatch(wrong, FeedTemplates.MOVED, symbol, newReference);
            return;
        }
        lastReference = newReference;
        book.replace(order, Bytes.getI64(bytes, block + 16), newReference, size);
    }

    /** The order with a reference, where it belongs to the symbol. */
    private int orderOf(final long reference, final int symbol, final int template) {
        final int order = book.find(reference);
        if (order != OrderLevels.NO_ORDER && levels().book(levels().level(order)) == bookOf(symbol)) {
            return order;
        }
        mismatch(Mismatch.UNKNOWN_REFERENCE, template, symbol, reference);
        return OrderLevels.NO_ORDER;
    }

    private void takeOff(final int order, final long size, final int template, final int symbol, final long reference) {
        if (size < 1 || !book.reduce(order, size)) {
            mismatch(Mismatch.BAD_SIZE, template, symbol, reference);
        }
    }

    private void listing(final byte[] bytes, final int block) {
        final int symbol = Bytes.getI32(bytes, block);
        if (symbols.count() == MAX_SYMBOLS && bookOf(symbol) == NO_BOOK) {
            mismatch(Mismatch.TOO_MANY_SYMBOLS, FeedTemplates.LISTING, symbol, 0);
            return;
        }
        symbols.list(symbol);
        listener.onListing(
                symbol,
                bytes[block + 4] & U8,
                Bytes.getI32(bytes, block + 8),
                Bytes.getI32(bytes, block + 12),
                Bytes.getI64(bytes, block + 16),
                Bytes.getI64(bytes, block + 24),
                Bytes.getI64(bytes, block + 32),
                Bytes.getI64(bytes, block + 40));
    }

    private void state(final byte[] bytes, final int block) {
        listener.onState(
                Bytes.getI32(bytes, block),
                bytes[block + 4] & U8,
                bytes[block + 5] & U8,
                Bytes.getI64(bytes, block + 8),
                Bytes.getI64(bytes, block + 16));
    }

    private void check(final byte[] bytes, final int block) {
        final int symbol = Bytes.getI32(bytes, block);
        final int index = bookOf(symbol);
        if (index == NO_BOOK) {
            mismatch(Mismatch.UNKNOWN_SYMBOL, FeedTemplates.CHECK, symbol, 0);
        } else if (levels().orders(index) != Bytes.getI32(bytes, block + 4)
                || levels().hash(index) != Bytes.getI64(bytes, block + 8)) {
            mismatch(Mismatch.BAD_CHECK, FeedTemplates.CHECK, symbol, 0);
        }
    }

    private void mismatch(final Mismatch why, final int template, final int symbol, final long reference) {
        stale = why;
        listener.onMismatch(why, template, symbol, reference);
    }
}
