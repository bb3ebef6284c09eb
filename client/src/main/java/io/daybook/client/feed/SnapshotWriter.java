package io.daybook.client.feed;

import io.daybook.client.book.OrderLevels;
import io.daybook.wire.Bytes;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.MoldPacket;
import io.daybook.wire.feed.SnapshotDescriptor;
import java.util.Arrays;

/**
 * Writes the snapshot of one symbol at a time: its messages in a row, each after its length (two bytes, big-endian), as
 * in packets. The next snapshot reuses the memory. Used by one thread.
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

    /** Creates an empty writer. */
    public SnapshotWriter() {}

    /** The written bytes; {@link #length} is their number. */
    public byte[] bytes() {
        return bytes;
    }

    /** The number of bytes that were written since {@link #begin}. */
    public int length() {
        return length;
    }

    /**
     * Begins the snapshot of a symbol; drops the earlier one.
     *
     * @param orders the number of orders of its book
     * @param lastNumber the number of the channel's last message that the book includes, 0 for none
     * @param seq the seq of the last command that the book includes
     */
    public void begin(final int ofSymbol, final int orders, final long lastNumber, final long seq) {
        length = 0;
        symbol = ofSymbol;
        number = lastNumber;
        final int at = room();
        wrote(SnapshotDescriptor.begin(bytes, at, ofSymbol, orders, lastNumber, seq));
    }

    /** Writes a message NAME, LISTING or STATE of the symbol. */
    public void fact(final byte[] message, final int offset, final int messageLength) {
        final int at = room();
        System.arraycopy(message, offset, bytes, at, messageLength);
        wrote(messageLength);
    }

    /**
     * Writes the orders of the book, and the end of the snapshot.
     *
     * @param levels the books, whose references ascend within a level
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

    /** Makes room for the next message; returns its offset, after the place for its length. */
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
