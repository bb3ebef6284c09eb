package io.daybook.client.feed;

import io.daybook.wire.Bytes;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedTemplates;
import io.daybook.wire.feed.SnapshotDescriptor;
import java.util.Arrays;

/** A subscriber's state of each book besides its orders. Its memory grows with the symbols. Used by one thread. */
final class BookStates {
    /** The orders are not known: the book waits for a snapshot. */
    static final byte STALE = 0;

    /** The orders are those of a snapshot, and later messages are being applied: the book is not shown yet. */
    static final byte LOADED = 1;

    /** The book equals the exchange's. */
    static final byte FRESH = 2;

    private static final int LISTING_LENGTH = FeedDescriptor.MAX_LENGTH;
    private static final int STATE_OFFSET = LISTING_LENGTH;
    private static final int STATE_LENGTH = FeedDescriptor.HEADER_LENGTH + 24;
    private static final int NAME_OFFSET = STATE_OFFSET + STATE_LENGTH;
    private static final int NAME_LENGTH = FeedDescriptor.HEADER_LENGTH + SnapshotDescriptor.NAME_BLOCK_LENGTH;
    private static final int FACTS_LENGTH = NAME_OFFSET + NAME_LENGTH;
    private static final int TOP_LENGTH = 4;

    private byte[] states = {};

    /** The number of the last message that the book includes. */
    private long[] through = {};

    /** The largest reference that the book has seen. */
    private long[] references = {};

    /** The last reported prices and sizes of the best bid and ask. */
    private long[] tops = {};

    /** The listing, the state and the name as messages; zeros if there was none. */
    private byte[] facts = {};

    /** The group that touched the book last. */
    private long[] groups = {};

    private int count;
    private int loaded;
    private int fresh;

    /**
     * The least {@link #through} of the loaded books: none can be shown before the message after that number is due.
     */
    private long firstThrough = Long.MAX_VALUE;

    int count() {
        return count;
    }

    int loaded() {
        return loaded;
    }

    int fresh() {
        return fresh;
    }

    int stale() {
        return count - loaded - fresh;
    }

    boolean areAllFresh() {
        return fresh == count;
    }

    /** Adds a book. */
    void open(final byte state, final long number) {
        if (count == states.length) {
            final int capacity = 2 * count + 1;
            states = Arrays.copyOf(states, capacity);
            through = Arrays.copyOf(through, capacity);
            references = Arrays.copyOf(references, capacity);
            tops = Arrays.copyOf(tops, capacity * TOP_LENGTH);
            facts = Arrays.copyOf(facts, capacity * FACTS_LENGTH);
            groups = Arrays.copyOf(groups, capacity);
        }
        count++;
        set(count - 1, state, number);
    }

    byte state(final int book) {
        return states[book];
    }

    long through(final int book) {
        return through[book];
    }

    /** Sets the state of a book, and the number of the last message that it includes. */
    void set(final int book, final byte state, final long number) {
        loaded += (state == LOADED ? 1 : 0) - (states[book] == LOADED ? 1 : 0);
        fresh += (state == FRESH ? 1 : 0) - (states[book] == FRESH ? 1 : 0);
        states[book] = state;
        through[book] = number;
        if (state == LOADED) {
            firstThrough = Math.min(firstThrough, number);
        }
    }

    /** Returns whether some loaded book may include all messages before the next one, so that it can be shown. */
    boolean isAnyDue(final long nextNumber) {
        return loaded > 0 && firstThrough < nextNumber;
    }

    /** Returns whether a book that is not stale lacks a message before this one. */
    boolean isAnyWithout(final long number) {
        return fresh > 0 || loaded > 0 && firstThrough < number - 1;
    }

    /** Computes {@link #firstThrough} again for the loaded books that remain, after those that were due are shown. */
    void findFirstDue() {
        firstThrough = Long.MAX_VALUE;
        for (int book = 0; loaded > 0 && book < count; book++) {
            if (states[book] == LOADED) {
                firstThrough = Math.min(firstThrough, through[book]);
            }
        }
    }

    /** Marks that a group touches a book; returns whether the group touches it for the first time. */
    boolean touch(final int book, final long group) {
        final boolean isFirst = groups[book] != group;
        groups[book] = group;
        return isFirst;
    }

    /** Drops the facts and prices of a book. */
    void forget(final int book) {
        references[book] = 0;
        Arrays.fill(tops, book * TOP_LENGTH, (book + 1) * TOP_LENGTH, 0);
        Arrays.fill(facts, book * FACTS_LENGTH, (book + 1) * FACTS_LENGTH, (byte) 0);
    }

    long reference(final int book) {
        return references[book];
    }

    void sawReference(final int book, final long reference) {
        references[book] = Math.max(references[book], reference);
    }

    /** Stores the best prices and sizes of both sides; returns whether they have changed. */
    boolean isNewTop(final int book, final long bidPrice, final long bidSize, final long askPrice, final long askSize) {
        final int at = book * TOP_LENGTH;
        if (tops[at] == bidPrice && tops[at + 1] == bidSize && tops[at + 2] == askPrice && tops[at + 3] == askSize) {
            return false;
        }
        tops[at] = bidPrice;
        tops[at + 1] = bidSize;
        tops[at + 2] = askPrice;
        tops[at + 3] = askSize;
        return true;
    }

    /** Stores a message LISTING, STATE or NAME, which has at least the known length. */
    void remember(final int book, final int template, final byte[] bytes, final int block) {
        final int offset;
        final int length;
        switch (template) {
            case FeedTemplates.LISTING -> {
                offset = 0;
                length = LISTING_LENGTH;
            }
            case FeedTemplates.STATE -> {
                offset = STATE_OFFSET;
                length = STATE_LENGTH;
            }
            default -> {
                offset = NAME_OFFSET;
                length = NAME_LENGTH;
            }
        }
        final int header = FeedDescriptor.HEADER_LENGTH;
        System.arraycopy(bytes, block - header, facts, book * FACTS_LENGTH + offset, length);
    }

    boolean isListed(final int book) {
        return FeedDescriptor.template(facts, book * FACTS_LENGTH) != 0;
    }

    /** Passes the stored messages to a listener. */
    void tell(final int book, final FeedListener listener) {
        final int at = book * FACTS_LENGTH;
        tellListing(facts, at + FeedDescriptor.HEADER_LENGTH, listener);
        if (FeedDescriptor.template(facts, at + STATE_OFFSET) != 0) {
            tellState(facts, at + STATE_OFFSET + FeedDescriptor.HEADER_LENGTH, listener);
        }
        if (FeedDescriptor.template(facts, at + NAME_OFFSET) != 0) {
            tellName(facts, at + NAME_OFFSET + FeedDescriptor.HEADER_LENGTH, listener);
        }
    }

    static void tellListing(final byte[] bytes, final int block, final FeedListener listener) {
        listener.onListing(
                Bytes.getI32(bytes, block),
                bytes[block + 4] & 0xFF,
                Bytes.getI32(bytes, block + 8),
                Bytes.getI32(bytes, block + 12),
                Bytes.getI64(bytes, block + 16),
                Bytes.getI64(bytes, block + 24),
                Bytes.getI64(bytes, block + 32),
                Bytes.getI64(bytes, block + 40));
    }

    static void tellState(final byte[] bytes, final int block, final FeedListener listener) {
        listener.onState(
                Bytes.getI32(bytes, block),
                bytes[block + 4] & 0xFF,
                bytes[block + 5] & 0xFF,
                Bytes.getI64(bytes, block + 8),
                Bytes.getI64(bytes, block + 16));
    }

    private static void tellName(final byte[] bytes, final int block, final FeedListener listener) {
        final StringBuilder name = new StringBuilder();
        for (int i = 0; i < SnapshotDescriptor.NAME_LENGTH && bytes[block + 8 + i] != 0; i++) {
            final byte letter = bytes[block + 8 + i];
            name.append(letter > ' ' && letter <= '~' ? (char) letter : '?');
        }
        listener.onName(Bytes.getI32(bytes, block), name.toString(), bytes[block + 4] & 0xFF, bytes[block + 5] & 0xFF);
    }
}
