package io.daybook.client.feed;

import io.daybook.client.book.OrderLevels;
import io.daybook.wire.Bytes;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.MoldPacket;
import io.daybook.wire.feed.SnapshotDescriptor;
import java.util.Arrays;

/**
 * Writes the snapshot of one symbol at a time: its messages in a row, each behind its length, two bytes, big-endian, as
 * packets carry them. Room is kept for the next. Used by one thread.
 */
public final class SnapshotWriter {
    private static final int FIRST_CAPACITY = 1 << 14;
    private static final int ROOM = MoldPacket.MESSAGE_HEADER_LENGTH + FeedDescriptor.MAX_LENGTH;
    private static final int SIDE_BID = 1;
    private static final int SIDE_ASK = 2;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;
    private int symbol;
    private long number;

    /** Nothing was written. */
    public SnapshotWriter() {}

    /** What was written; {@link #length} says how far. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many bytes were written since {@link #begin}. */
    public int length() {
        return length;
    }

    /**
     * A symbol's snapshot begins; what was written before is forgotten.
     *
     * @param orders how many its book has
     * @param lastNumber of the last message of the channel that the book has seen, 0 for none
     * @param seq of the last command that the book has seen
     */
    public void begin(final int ofSymbol, final int orders, final long lastNumber, final long seq) {
        length = 0;
        symbol = ofSymbol;
        number = lastNumber;
        final int at = room();
        wrote(SnapshotDescriptor.begin(bytes, at, ofSymbol, orders, lastNumber, seq));
    }

    /** A message NAME, LISTING or STATE of the symbol. */
    public void fact(final byte[] message, final int offset, final int messageLength) {
        final int at = room();
        System.arraycopy(message, offset, bytes, at, messageLength);
        wrote(messageLength);
    }

    /**
     * The orders of its book, and its end.
     *
     * @param levels whose references count up within a level
     */
    public void end(final OrderLevels levels, final int book) {
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                final long price = levels.price(level);
                for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                    final int at = room();
                    wrote(FeedDescriptor.add(
                            bytes,
                            at,
                            levels.reference(order),
                            price,
                            levels.size(order),
                            symbol,
                            side == OrderLevels.BID ? SIDE_BID : SIDE_ASK));
                }
            }
        }
        final int at = room();
        wrote(SnapshotDescriptor.end(bytes, at, symbol, number, levels.hash(book)));
    }

    /** Where the next message goes: behind its length. */
    private int room() {
        if (bytes.length - length < ROOM) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        return length + MoldPacket.MESSAGE_HEADER_LENGTH;
    }

    private void wrote(final int messageLength) {
        Bytes.putBigU16(bytes, length, messageLength);
        length += MoldPacket.MESSAGE_HEADER_LENGTH + messageLength;
    }
}
