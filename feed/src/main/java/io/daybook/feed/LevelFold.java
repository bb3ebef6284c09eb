package io.daybook.feed;

import io.daybook.api.Side;
import io.daybook.client.book.OrderLevels;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.MessageSink;
import java.util.Arrays;

/**
 * The levels of one channel as messages: once per command, the new state of each changed level, in the order of their
 * first changes. The messages follow from the shadow of the channel, and have their own numbers. Only growth allocates.
 */
final class LevelFold {
    private static final int FIRST_CAPACITY = 64;

    /** The number of longs of a changed level: its price, then book and side. */
    private static final int STRIDE = 2;

    private final MessageSink sink;
    private final ChannelShadow shadow;
    private final byte[] message = new byte[FeedDescriptor.MAX_LENGTH];

    private long[] changed = new long[STRIDE * FIRST_CAPACITY];
    private int count;

    /**
     * The hash table of changed levels: the number of the group in the upper half, one more than the level's index in
     * the lower half.
     */
    private long[] index = new long[2 * FIRST_CAPACITY];

    private long generation = 1;
    private byte[] others = new byte[FIRST_CAPACITY];
    private int othersLength;
    private int othersCount;
    private long seq;
    private long timeNs;
    private long nextNumber = 1;

    LevelFold(final MessageSink sink, final ChannelShadow shadow) {
        this.sink = sink;
        this.shadow = shadow;
    }

    long nextNumber() {
        return nextNumber;
    }

    /** Continues at the number of an earlier fold. */
    void goOn(final long number) {
        if (number < 1) {
            throw new IllegalArgumentException("number must be at least 1: number=" + number);
        }
        nextNumber = number;
    }

    void begin(final long commandSeq, final long commandTimeNs) {
        seq = commandSeq;
        timeNs = commandTimeNs;
    }

    /** Records that a level has changed. */
    void change(final int book, final int side, final long price) {
        final long place = 2L * book + side;
        final int mask = index.length - 1;
        int at = (int) ((price * 31 + place) * 0x9E37_79B9_7F4A_7C15L >>> 32) & mask;
        while (index[at] >>> Integer.SIZE == generation) {
            final int known = STRIDE * ((int) index[at] - 1);
            if (changed[known] == price && changed[known + 1] == place) {
                return;
            }
            at = at + 1 & mask;
        }
        if (STRIDE * count == changed.length) {
            grow();
            change(book, side, price);
            return;
        }
        changed[STRIDE * count] = price;
        changed[STRIDE * count + 1] = place;
        count++;
        index[at] = generation << Integer.SIZE | count;
    }

    private void grow() {
        final long[] before = changed;
        final int size = count;
        changed = new long[2 * before.length];
        index = new long[2 * index.length];
        count = 0;
        for (int i = 0; i < size; i++) {
            final long place = before[STRIDE * i + 1];
            change((int) (place >> 1), (int) place & 1, before[STRIDE * i]);
        }
    }

    /** Lists a symbol. */
    void list(final Listed listed) {
        othersLength += listed.encode(room(), othersLength);
        othersCount++;
    }

    /** Removes all levels. */
    void reset() {
        othersLength += FeedDescriptor.reset(room(), othersLength);
        othersCount++;
    }

    private byte[] room() {
        if (others.length - othersLength < FeedDescriptor.MAX_LENGTH) {
            others = Arrays.copyOf(others, 2 * (othersLength + FeedDescriptor.MAX_LENGTH));
        }
        return others;
    }

    /** Ends the command and passes on its messages. */
    void end() {
        final int messages = othersCount + count;
        if (messages == 0) {
            return;
        }
        send(message, 0, FeedDescriptor.group2(message, 0, seq, timeNs, messages));
        int at = 0;
        while (at < othersLength) {
            final int length =
                    FeedDescriptor.HEADER_LENGTH + (others[at] & 0xFF | (others[at + 1] & 0xFF) << Byte.SIZE);
            send(others, at, length);
            at += length;
        }
        for (int i = 0; i < count; i++) {
            sendLevel(changed[STRIDE * i], changed[STRIDE * i + 1]);
        }
        othersLength = 0;
        othersCount = 0;
        count = 0;
        nextGeneration();
    }

    private void nextGeneration() {
        generation++;
        if (generation > Integer.MAX_VALUE) {
            Arrays.fill(index, 0);
            generation = 1;
        }
    }

    private void sendLevel(final long price, final long place) {
        final OrderLevels levels = shadow.levels();
        final int book = (int) (place >> 1);
        final int side = (int) place & 1;
        final int level = levels.levelAt(book, side, price);
        final boolean isGone = level == OrderLevels.NO_LEVEL;
        send(
                message,
                0,
                FeedDescriptor.level(
                        message,
                        0,
                        shadow.out().symbolOf(book),
                        (side == OrderLevels.BID ? Side.BID : Side.ASK).code(),
                        price,
                        isGone ? 0 : levels.levelSize(level),
                        isGone ? 0 : levels.levelOrders(level)));
    }

    private void send(final byte[] bytes, final int offset, final int length) {
        sink.onMessage(nextNumber++, bytes, offset, length);
    }
}
