package io.daybook.client.feed;

import io.daybook.client.book.OrderLevels;
import io.daybook.wire.Bytes;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedTemplates;
import io.daybook.wire.feed.SnapshotDescriptor;

/**
 * Puts snapshots of symbols into the books of a channel. A book that is not stale is left alone. Each message must be
 * the expected one, and the complete book must have the hash of its END; otherwise the snapshot is dropped, and the
 * symbol waits for the next. Used by one thread.
 */
final class SnapshotLoader {
    /** Receives the books of complete snapshots. */
    interface Target {
        /** Called when a book has its orders as they are after the message with this number. */
        void onSnapshot(int index, long number);

        /** Called when a snapshot of a symbol begins, whether it is needed or not. */
        void onBegin(int symbol);
    }

    private static final int NONE = -1;

    private final ChannelBooks books;
    private final Target target;
    private int index = NONE;
    private int symbol;
    private long number;
    private long left;
    private long dropped;

    SnapshotLoader(final ChannelBooks books, final Target target) {
        this.books = books;
        this.target = target;
    }

    /** The number of snapshots that failed their check. */
    long dropped() {
        return dropped;
    }

    /** Marks a break: the next message does not follow the last one. */
    void interrupt() {
        if (index != NONE) {
            index = NONE;
            dropped++;
        }
    }

    /** Takes the next message of a snapshot. */
    void onMessage(final byte[] bytes, final int offset, final int length) {
        final int template = FeedDescriptor.template(bytes, offset);
        final int blockLength = FeedDescriptor.blockLength(bytes, offset);
        final int known = FeedTemplates.isKnown(template)
                ? FeedTemplates.blockLength(template)
                : SnapshotDescriptor.blockLength(template);
        if (blockLength > length - FeedDescriptor.HEADER_LENGTH || blockLength < known) {
            interrupt();
            return;
        }
        final int block = offset + FeedDescriptor.HEADER_LENGTH;
        switch (template) {
            case SnapshotDescriptor.BEGIN -> begin(bytes, block);
            case SnapshotDescriptor.END -> end(bytes, block);
            case SnapshotDescriptor.NAME, FeedTemplates.LISTING, FeedTemplates.STATE -> fact(template, bytes, block);
            case FeedTemplates.ADD -> add(bytes, block);
            default -> {} // of a later version
        }
    }

    private void begin(final byte[] bytes, final int block) {
        interrupt();
        symbol = Bytes.getI32(bytes, block);
        left = Bytes.getI32(bytes, block + 4) & 0xFFFF_FFFFL;
        number = Bytes.getI64(bytes, block + 8);
        if (number < 0) {
            dropped++;
            return;
        }
        int known = books.symbols().bookOf(symbol);
        if (known == SymbolBooks.NO_BOOK) {
            if (books.symbols().count() == ChannelBooks.MAX_SYMBOLS) {
                dropped++;
                return;
            }
            books.symbols().list(symbol);
            books.states().open(BookStates.STALE, 0);
            known = books.symbols().bookOf(symbol);
        }
        target.onBegin(symbol);
        if (books.states().state(known) != BookStates.STALE) {
            return;
        }
        index = known;
        books.clear(index);
        books.states().forget(index);
    }

    private void fact(final int template, final byte[] bytes, final int block) {
        if (index == NONE) {
            return;
        }
        if (Bytes.getI32(bytes, block) != symbol) {
            interrupt();
            return;
        }
        books.states().remember(index, template, bytes, block);
    }

    private void add(final byte[] bytes, final int block) {
        if (index == NONE) {
            return;
        }
        final long reference = Bytes.getI64(bytes, block);
        if (left == 0
                || Bytes.getI32(bytes, block + 24) != symbol
                || books.addTo(index, bytes, block, reference) != null) {
            interrupt();
            return;
        }
        left--;
    }

    private void end(final byte[] bytes, final int block) {
        if (index == NONE) {
            return;
        }
        final OrderLevels levels = books.levels();
        if (left > 0
                || Bytes.getI32(bytes, block) != symbol
                || Bytes.getI64(bytes, block + 8) != number
                || Bytes.getI64(bytes, block + 16) != levels.hash(index)
                || !books.states().isListed(index)) {
            interrupt();
            return;
        }
        final int whole = index;
        index = NONE;
        target.onSnapshot(whole, number);
    }
}
