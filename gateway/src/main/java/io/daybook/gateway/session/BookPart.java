package io.daybook.gateway.session;

import io.daybook.api.PartReader;
import io.daybook.client.wire.Bytes;
import java.util.Arrays;

/**
 * The session book in a snapshot, little-endian. Sessions by ascending number, orders as they came; a part of the same
 * book has the same bytes everywhere.
 *
 * <pre>
 * version u32, sessions u32
 * each session: number u32, protocol u32, owner i64, last request u64, next out u64,
 *     drop copies u32, each: uid i64
 *     live orders u32, each: id i64, uid i64, symbol u32, size i64, remaining i64, traded i64
 * closed orders u32, the oldest first, each: id i64, traded i64
 * </pre>
 */
final class BookPart {
    private static final int VERSION = 1;
    private static final int INITIAL_LENGTH = 4096;

    private byte[] bytes = new byte[INITIAL_LENGTH];
    private int length;
    private int position;

    private BookPart() {}

    /** All of a book, as bytes of exactly that length. */
    static byte[] encode(final SessionBook book) {
        final BookPart part = new BookPart();
        part.write(book);
        return Arrays.copyOf(part.bytes, part.length);
    }

    /** Fills an empty book; the outboxes stay as they are. */
    static void decode(final PartReader reader, final SessionBook book) {
        final BookPart part = new BookPart();
        part.bytes = new byte[Math.toIntExact(reader.length())];
        part.length = reader.read(part.bytes, 0, part.bytes.length);
        part.read(book);
    }

    private void write(final SessionBook book) {
        putI32(VERSION);
        putI32(book.sessionCount());
        for (int number = 0; number < book.sessionLimit(); number++) {
            final BookSession session = book.session(number);
            if (session != null) {
                write(session, book.orders());
            }
        }
        final ClosedOrders closed = book.closed();
        putI32(closed.size());
        for (int i = 0; i < closed.size(); i++) {
            putI64(closed.id(i));
            putI64(closed.tradedOf(i));
        }
    }

    private void write(final BookSession session, final LiveOrders orders) {
        putI32(session.session());
        putI32(session.protocol().code());
        putI64(session.owner());
        putI64(session.lastRequest);
        putI64(session.nextOut);
        putI32(session.dropCopies().length);
        for (final long uid : session.dropCopies()) {
            putI64(uid);
        }
        putI32(session.liveOrders);
        for (int row = session.firstOrder; row != LiveOrders.NONE; row = orders.next(row)) {
            putI64(orders.id(row));
            putI64(orders.uid(row));
            putI32(orders.symbol(row));
            putI64(orders.size(row));
            putI64(orders.remaining(row));
            putI64(orders.traded(row));
        }
    }

    private void read(final SessionBook book) {
        final int version = getI32();
        if (version != VERSION) {
            throw new IllegalStateException("the gateway's part of the snapshot is of version " + version
                    + ", and this build reads " + VERSION + ": start the build that wrote it, or a newer one");
        }
        final int sessions = getI32();
        for (int i = 0; i < sessions; i++) {
            readSession(book);
        }
        final int closed = getI32();
        for (int i = 0; i < closed; i++) {
            final long id = getI64();
            book.closed().add(id, getI64());
        }
        book.listenersChanged();
    }

    private void readSession(final SessionBook book) {
        final int number = getI32();
        final Protocol protocol = getI32() == Protocol.FIX.code() ? Protocol.FIX : Protocol.TCP;
        final BookSession session = book.add(number, protocol, getI64());
        session.lastRequest = getI64();
        session.nextOut = getI64();
        final int uids = getI32();
        for (int i = 0; i < uids; i++) {
            session.hear(getI64());
        }
        final LiveOrders orders = book.orders();
        final int live = getI32();
        for (int i = 0; i < live; i++) {
            final long id = getI64();
            final long uid = getI64();
            final int row = orders.add(session, id, uid, getI32(), getI64());
            orders.remaining(row, getI64());
            orders.traded(row, getI64());
        }
    }

    private void putI64(final long value) {
        room(Long.BYTES);
        Bytes.putI64(bytes, length, value);
        length += Long.BYTES;
    }

    private void putI32(final int value) {
        room(Integer.BYTES);
        Bytes.putI32(bytes, length, value);
        length += Integer.BYTES;
    }

    private void room(final int needed) {
        if (length + needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
    }

    private long getI64() {
        final long value = Bytes.getI64(bytes, position);
        position += Long.BYTES;
        return value;
    }

    private int getI32() {
        final int value = Bytes.getI32(bytes, position);
        position += Integer.BYTES;
        return value;
    }
}
