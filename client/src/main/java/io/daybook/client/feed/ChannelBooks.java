package io.daybook.client.feed;

import io.daybook.client.book.FeedBook;
import io.daybook.client.book.OrderLevels;
import io.daybook.wire.Bytes;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedTemplates;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The books of one channel as a subscriber keeps them, built from messages in the order of their numbers, which begin
 * with 1. It trusts no message: the first impossible one makes the books stale, and no later one is applied. It skips
 * messages of later versions, and reads the known part of longer blocks. It allocates memory only for more symbols and
 * orders. Used by one thread.
 */
public final class ChannelBooks {
    /** No book: the symbol was never listed, or its book is stale. */
    public static final int NO_BOOK = SymbolBooks.NO_BOOK;

    /** The largest number of symbols that a channel may have. */
    public static final int MAX_SYMBOLS = 1 << 16;

    /** The largest number of orders that a channel may have. */
    public static final int MAX_ORDERS = 1 << 25;

    /** Messages are applied to every book. */
    static final int ALL = -1;

    private static final int SIDE_BID = 1;
    private static final int SIDE_ASK = 2;
    private static final int U8 = 0xFF;

    /** The value of {@link #left} while it is unknown whether a group is under way. */
    private static final long UNKNOWN = -1;

    private final FeedListener listener;
    private final FeedBook book = new FeedBook();
    private final SymbolBooks symbols = new SymbolBooks();
    private final BookStates states = new BookStates();

    private long number;
    private long nextNumber = 1;
    private long seq;
    private long timeNs;

    /** The number of messages of the group that are still missing. */
    private long left;

    /** The number of groups that have begun or were cut. */
    private long groups = 1;

    private boolean isGroupShown;
    private int[] touched = {};
    private int touchedCount;

    /** The only book that messages are applied to, or {@link #ALL}. */
    private int only = ALL;

    /** Whether all symbols of the channel are known. */
    private boolean isComplete = true;

    private @Nullable Mismatch stale;
    private GroupRecorder recorder = GroupRecorder.NONE;
    private long timedMask = recorder.mask();

    /** Creates empty books with a listener of changes. */
    public ChannelBooks(final FeedListener listener) {
        this.listener = listener;
    }

    /** The books, for reading after a group; {@link #bookOf} maps a symbol to its book. */
    public OrderLevels levels() {
        return book.levels();
    }

    /** The book of a symbol, {@link #NO_BOOK} if it was never listed, or is stale. */
    public int bookOf(final int symbol) {
        final int index = symbols.bookOf(symbol);
        return index == NO_BOOK || states.state(index) != BookStates.FRESH ? NO_BOOK : index;
    }

    /** The reason why the books cannot be right any more; null while they can. */
    public @Nullable Mismatch stale() {
        return stale;
    }

    /** The number of the next message. */
    public long nextNumber() {
        return nextNumber;
    }

    /** Sets the recorder of some groups. */
    void timedBy(final GroupRecorder other) {
        recorder = other;
        timedMask = other.mask();
    }

    SymbolBooks symbols() {
        return symbols;
    }

    BookStates states() {
        return states;
    }

    // ---- recovery from lost messages -------------------------------------------------------------------------------

    /**
     * Makes all books stale, marks the list of symbols as incomplete, and sets the number of the next message.
     *
     * @param keepsLoaded whether to keep loaded books that include all messages before that number
     */
    void forget(final long next, final boolean keepsLoaded) {
        for (int index = 0; index < states.count(); index++) {
            final boolean stays =
                    keepsLoaded && states.state(index) == BookStates.LOADED && states.through(index) >= next - 1;
            if (!stays) {
                states.set(index, BookStates.STALE, 0);
            }
        }
        states.findFirstDue();
        isComplete = false;
        stale = null;
        skipTo(next);
    }

    /** Sets the number of the next message, which may be in the middle of a group. */
    void skipTo(final long next) {
        nextNumber = next;
        left = UNKNOWN;
        touchedCount = 0;
        groups++;
        isGroupShown = false;
    }

    /**
     * Goes back to a number: the messages from that number on come again, or for the first time; each book takes only
     * the messages that it lacks.
     */
    void rewind(final long next) {
        for (int index = 0; index < states.count(); index++) {
            if (states.state(index) == BookStates.FRESH) {
                states.set(index, BookStates.FRESH, Math.max(states.through(index), nextNumber - 1));
            }
        }
        skipTo(next);
    }

    /** Marks the list of symbols as complete: a symbol that is listed later has no orders yet. */
    void complete() {
        isComplete = true;
    }

    /** Keeps the books, and shows none until {@link #freshen}. */
    void hide() {
        for (int index = 0; index < states.count(); index++) {
            if (states.state(index) == BookStates.FRESH) {
                states.set(index, BookStates.LOADED, Math.max(states.through(index), nextNumber - 1));
            }
        }
    }

    /** Shows the complete books, unless a group is under way. */
    void freshen() {
        if (left > 0 || !states.isAnyDue(nextNumber)) {
            return;
        }
        for (int index = 0; index < states.count(); index++) {
            if (states.state(index) == BookStates.LOADED && states.through(index) < nextNumber) {
                show(index);
            }
        }
        states.findFirstDue();
    }

    private void show(final int index) {
        final int symbol = symbols.symbolOf(index);
        states.set(index, BookStates.FRESH, states.through(index));
        states.tell(index, listener);
        listener.onFresh(symbol, levels(), index);
        tellTop(index);
    }

    boolean isComplete() {
        return isComplete;
    }

    /** Applies a message to one book only, after that book's snapshot. */
    void replay(final int index, final long messageNumber, final byte[] bytes, final int offset, final int length) {
        number = messageNumber;
        only = index;
        final int template = FeedDescriptor.template(bytes, offset);
        if (template != FeedTemplates.GROUP && isWhole(template, bytes, offset, length)) {
            change(template, bytes, offset + FeedDescriptor.HEADER_LENGTH);
        }
        only = ALL;
    }

    // ---- messages --------------------------------------------------------------------------------------------------

    /** Applies the next message. */
    public void onMessage(final byte[] bytes, final int offset, final int length) {
        if (stale != null) {
            return;
        }
        number = nextNumber++;
        if (length < FeedDescriptor.HEADER_LENGTH) {
            mismatch(Mismatch.BAD_LENGTH, 0, 0, 0);
            return;
        }
        final int template = FeedDescriptor.template(bytes, offset);
        if (isWhole(template, bytes, offset, length)) {
            apply(template, bytes, offset + FeedDescriptor.HEADER_LENGTH);
        }
    }

    private boolean isWhole(final int template, final byte[] bytes, final int offset, final int length) {
        final int blockLength = FeedDescriptor.blockLength(bytes, offset);
        if (length < FeedDescriptor.HEADER_LENGTH + blockLength) {
            mismatch(Mismatch.BAD_LENGTH, 0, 0, 0);
            return false;
        }
        if (FeedTemplates.isKnown(template) && blockLength < FeedTemplates.blockLength(template)) {
            mismatch(Mismatch.BAD_LENGTH, template, 0, 0);
            return false;
        }
        return true;
    }

    private void apply(final int template, final byte[] bytes, final int block) {
        if (template == FeedTemplates.GROUP) {
            group(bytes, block);
            return;
        }
        if (left <= 0 && (template == FeedTemplates.CHECK || left == UNKNOWN)) {
            change(template, bytes, block);
            return;
        }
        if (left == 0) {
            mismatch(Mismatch.BAD_GROUP, template, 0, 0);
            return;
        }
        change(template, bytes, block);
        left--;
        if (left == 0 && stale == null) {
            endOfGroup();
        }
    }

    private void endOfGroup() {
        for (int i = 0; i < touchedCount; i++) {
            if (states.state(touched[i]) == BookStates.FRESH) {
                tellTop(touched[i]);
            }
        }
        touchedCount = 0;
        groups++;
        if (isGroupShown || isComplete && states.areAllFresh()) {
            if ((seq & timedMask) == 0) {
                recorder.onTold(seq);
            }
            listener.onGroup(seq, timeNs);
        }
        isGroupShown = false;
    }

    private void tellTop(final int index) {
        final OrderLevels levels = levels();
        final int bid = levels.best(index, OrderLevels.BID);
        final int ask = levels.best(index, OrderLevels.ASK);
        final long bidPrice = bid == OrderLevels.NO_LEVEL ? 0 : levels.price(bid);
        final long bidSize = bid == OrderLevels.NO_LEVEL ? 0 : levels.levelSize(bid);
        final long askPrice = ask == OrderLevels.NO_LEVEL ? 0 : levels.price(ask);
        final long askSize = ask == OrderLevels.NO_LEVEL ? 0 : levels.levelSize(ask);
        if (states.isNewTop(index, bidPrice, bidSize, askPrice, askSize)) {
            listener.onTop(symbols.symbolOf(index), bidPrice, bidSize, askPrice, askSize);
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
            case FeedTemplates.RESET -> reset();
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
        if ((seq & timedMask) == 0) {
            recorder.onDecoded(seq);
        }
    }

    /** The book of a symbol if the message applies to it, else {@link #NO_BOOK}, possibly with a mismatch. */
    private int taking(final int symbol, final int template, final long reference) {
        final int index = symbols.bookOf(symbol);
        if (index == NO_BOOK) {
            if (isComplete && only == ALL) {
                mismatch(Mismatch.UNKNOWN_SYMBOL, template, symbol, reference);
            }
            return NO_BOOK;
        }
        if (!takes(index)) {
            return NO_BOOK;
        }
        if (only == ALL) {
            isGroupShown |= states.state(index) == BookStates.FRESH;
            touch(index);
        }
        return index;
    }

    private boolean takes(final int index) {
        return only == ALL
                ? states.state(index) != BookStates.STALE && states.through(index) < number
                : only == index && states.through(index) < number;
    }

    private void touch(final int index) {
        if (!states.touch(index, groups)) {
            return;
        }
        if (touchedCount == touched.length) {
            touched = Arrays.copyOf(touched, 2 * touchedCount + 1);
        }
        touched[touchedCount++] = index;
    }

    private void add(final byte[] bytes, final int block) {
        final long reference = Bytes.getI64(bytes, block);
        final int symbol = Bytes.getI32(bytes, block + 24);
        final int index = taking(symbol, FeedTemplates.ADD, reference);
        if (index == NO_BOOK) {
            return;
        }
        final Mismatch wrong =
                reference <= states.reference(index) ? Mismatch.KNOWN_REFERENCE : addTo(index, bytes, block, reference);
        if (wrong != null) {
            mismatch(wrong, FeedTemplates.ADD, symbol, reference);
        } else if (isShown(index)) {
            listener.onLevel(symbol, sideOf(bytes[block + 28] & U8), Bytes.getI64(bytes, block + 8));
        }
    }

    private static int sideOf(final int code) {
        return code == SIDE_BID ? OrderLevels.BID : OrderLevels.ASK;
    }

    /** Adds the order of an ADD to a book; returns the mismatch, or null. */
    @Nullable
    Mismatch addTo(final int index, final byte[] bytes, final int block, final long reference) {
        final long size = Bytes.getI64(bytes, block + 16);
        final int side = bytes[block + 28] & U8;
        if (side != SIDE_BID && side != SIDE_ASK) {
            return Mismatch.BAD_SIDE;
        }
        if (size < 1) {
            return Mismatch.BAD_SIZE;
        }
        if (levels().orders() == MAX_ORDERS) {
            return Mismatch.TOO_MANY_ORDERS;
        }
        if (!book.add(index, sideOf(side), Bytes.getI64(bytes, block + 8), reference, size)) {
            return Mismatch.KNOWN_REFERENCE;
        }
        states.sawReference(index, reference);
        return null;
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
        final int index = levels().book(levels().level(order));
        takeOff(order, Bytes.getI64(bytes, block + 16), FeedTemplates.EXEC, symbol, reference);
        tellTrade(index, bytes, block);
    }

    private void trade(final byte[] bytes, final int block) {
        final int index = taking(Bytes.getI32(bytes, block + 32), FeedTemplates.TRADE, 0);
        if (index != NO_BOOK) {
            tellTrade(index, bytes, block);
        }
    }

    private void tellTrade(final int index, final byte[] bytes, final int block) {
        if (stale == null && only == ALL && states.state(index) == BookStates.FRESH) {
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
        final int level = levels().level(order);
        final int index = levels().book(level);
        final int side = levels().sideOf(level);
        final long before = levels().price(level);
        final long price = Bytes.getI64(bytes, block + 16);
        if (size < 1) {
            mismatch(Mismatch.BAD_SIZE, FeedTemplates.MOVED, symbol, newReference);
        } else if (newReference <= states.reference(index) || !book.replace(order, price, newReference, size)) {
            mismatch(Mismatch.KNOWN_REFERENCE, FeedTemplates.MOVED, symbol, newReference);
        } else {
            states.sawReference(index, newReference);
            if (isShown(index)) {
                listener.onLevel(symbol, side, before);
                listener.onLevel(symbol, side, price);
            }
        }
    }

    /** The order with a reference, if the message applies to the book of its symbol. */
    private int orderOf(final long reference, final int symbol, final int template) {
        final int index = taking(symbol, template, reference);
        if (index == NO_BOOK) {
            return OrderLevels.NO_ORDER;
        }
        final int order = book.find(reference);
        if (order != OrderLevels.NO_ORDER && levels().book(levels().level(order)) == index) {
            return order;
        }
        mismatch(Mismatch.UNKNOWN_REFERENCE, template, symbol, reference);
        return OrderLevels.NO_ORDER;
    }

    private void takeOff(final int order, final long size, final int template, final int symbol, final long reference) {
        final int level = levels().level(order);
        final int index = levels().book(level);
        final int side = levels().sideOf(level);
        final long price = levels().price(level);
        if (size < 1 || !book.reduce(order, size)) {
            mismatch(Mismatch.BAD_SIZE, template, symbol, reference);
        } else if (isShown(index)) {
            listener.onLevel(symbol, side, price);
        }
    }

    private void listing(final byte[] bytes, final int block) {
        final int symbol = Bytes.getI32(bytes, block);
        final boolean isNew = symbols.bookOf(symbol) == NO_BOOK;
        if (isNew && only == ALL) {
            if (symbols.count() == MAX_SYMBOLS) {
                mismatch(Mismatch.TOO_MANY_SYMBOLS, FeedTemplates.LISTING, symbol, 0);
                return;
            }
            symbols.list(symbol);
            states.open(isComplete ? BookStates.LOADED : BookStates.STALE, number - 1);
        }
        final int index = taking(symbol, FeedTemplates.LISTING, 0);
        if (index == NO_BOOK) {
            return;
        }
        states.remember(index, FeedTemplates.LISTING, bytes, block);
        if (isNew && states.loaded() == 1) {
            show(index);
        } else if (isShown(index)) {
            BookStates.tellListing(bytes, block, listener);
        }
    }

    private void state(final byte[] bytes, final int block) {
        final int index = taking(Bytes.getI32(bytes, block), FeedTemplates.STATE, 0);
        if (index == NO_BOOK) {
            return;
        }
        states.remember(index, FeedTemplates.STATE, bytes, block);
        if (isShown(index)) {
            BookStates.tellState(bytes, block, listener);
        }
    }

    private boolean isShown(final int index) {
        return only == ALL && states.state(index) == BookStates.FRESH;
    }

    private void check(final byte[] bytes, final int block) {
        final int symbol = Bytes.getI32(bytes, block);
        final int index = taking(symbol, FeedTemplates.CHECK, 0);
        if (index != NO_BOOK
                && (levels().orders(index) != Bytes.getI32(bytes, block + 4)
                        || levels().hash(index) != Bytes.getI64(bytes, block + 8))) {
            mismatch(Mismatch.BAD_CHECK, FeedTemplates.CHECK, symbol, 0);
        }
    }

    private void reset() {
        for (int index = 0; index < states.count(); index++) {
            if (takes(index)) {
                clear(index);
                isGroupShown |= isShown(index);
                touch(index);
            }
        }
    }

    /** Removes all orders of a book. */
    void clear(final int index) {
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            int level = levels().best(index, side);
            while (level != OrderLevels.NO_LEVEL) {
                book.remove(levels().head(level));
                level = levels().best(index, side);
            }
        }
    }

    private void mismatch(final Mismatch why, final int template, final int symbol, final long reference) {
        stale = why;
        listener.onMismatch(why, template, symbol, reference);
    }
}
