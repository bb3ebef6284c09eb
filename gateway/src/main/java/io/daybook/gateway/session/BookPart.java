package io.daybook.gateway.session;

import io.daybook.api.FollowerPart;
import io.daybook.api.PartDecoder;
import io.daybook.api.PartEncoder;
import io.daybook.api.PartReader;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.order.OrderTable;
import java.nio.ByteOrder;

/**
 * The session book in a snapshot, little-endian. Sessions are in the order of their numbers, orders in the order of
 * their arrival, so that the part of a book has the same bytes everywhere.
 *
 * <pre>
 * version u32, sessions u32
 * each session: number u32, protocol u32, owner i64, last request u64, next out u64,
 *     drop copies u32, each: uid i64
 *     live orders u32, each: id i64, uid i64, symbol u32, size i64, remaining i64, traded i64
 * closed orders u32, the oldest first, each: id i64, traded i64
 * </pre>
 *
 * <p>Version 2 is for a folder that was restored from a backup: after the version it has the history, i64, and after
 * next out the value to which the restore raised the last request, i64.
 */
final class BookPart {
    private static final int VERSION = 1;
    private static final int VERSION_OF_RESTORED = 2;

    private BookPart() {}

    /** Encodes a copy of a whole book. */
    static FollowerPart encode(final SessionBook book) {
        return PartEncoder.copied(ByteOrder.LITTLE_ENDIAN, out -> write(out, book));
    }

    /** Fills an empty book; the outboxes stay unchanged. */
    static void decode(final PartReader reader, final SessionBook book) {
        read(new PartDecoder(TcpLayer.NAME, reader, ByteOrder.LITTLE_ENDIAN), book);
    }

    private static void write(final PartEncoder out, final SessionBook book) {
        final boolean isRestored = book.history() != 0;
        out.putI32(isRestored ? VERSION_OF_RESTORED : VERSION);
        if (isRestored) {
            out.putI64(book.history());
        }
        out.putI32(book.sessionCount());
        for (int number = 0; number < book.sessionLimit(); number++) {
            final BookSession session = book.session(number);
            if (session != null) {
                write(out, session, isRestored, book.orders());
            }
        }
        final ClosedOrders closed = book.closed();
        out.putI32(closed.size());
        for (int i = 0; i < closed.size(); i++) {
            out.putI64(closed.id(i));
            out.putI64(closed.tradedOf(i));
        }
    }

    private static void write(
            final PartEncoder out, final BookSession session, final boolean isRestored, final OrderTable orders) {
        out.putI32(session.session());
        out.putI32(session.protocol().code());
        out.putI64(session.owner());
        out.putI64(session.lastRequest);
        out.putI64(session.nextOut);
        if (isRestored) {
            out.putI64(session.raisedTo);
        }
        out.putI32(session.dropCopies().length);
        for (final long uid : session.dropCopies()) {
            out.putI64(uid);
        }
        out.putI32(session.orders.count());
        for (int row = session.orders.first(); row != OrderTable.NONE; row = orders.next(row)) {
            out.putI64(orders.orderId(row));
            out.putI64(orders.uid(row));
            out.putI32(orders.symbol(row));
            out.putI64(orders.size(row));
            out.putI64(orders.remaining(row));
            out.putI64(orders.traded(row));
        }
    }

    private static void read(final PartDecoder in, final SessionBook book) {
        final int version = in.getI32();
        if (version != VERSION && version != VERSION_OF_RESTORED) {
            throw new IllegalStateException(
                    "the gateway's part of the snapshot has version " + version + ", and this build reads " + VERSION
                            + " and " + VERSION_OF_RESTORED + ": start the build that wrote it, or a newer one");
        }
        final boolean isRestored = version == VERSION_OF_RESTORED;
        if (isRestored) {
            book.beginIn(in.getI64());
        }
        final int sessions = in.getI32();
        for (int i = 0; i < sessions; i++) {
            readSession(in, book, isRestored);
        }
        final int closed = in.getI32();
        for (int i = 0; i < closed; i++) {
            final long id = in.getI64();
            book.closed().add(id, in.getI64());
        }
        book.listenersChanged();
    }

    private static void readSession(final PartDecoder in, final SessionBook book, final boolean isRestored) {
        final int number = in.getI32();
        final Protocol protocol = in.getI32() == Protocol.FIX.code() ? Protocol.FIX : Protocol.TCP;
        final BookSession session = book.add(number, protocol, in.getI64());
        session.lastRequest = in.getI64();
        session.nextOut = in.getI64();
        if (isRestored) {
            session.raisedTo = in.getI64();
        }
        final int uids = in.getI32();
        for (int i = 0; i < uids; i++) {
            session.hear(in.getI64());
        }
        final OrderTable orders = book.orders();
        final int live = in.getI32();
        for (int i = 0; i < live; i++) {
            final long id = in.getI64();
            final long uid = in.getI64();
            final int row = orders.add(in.getI32(), id, uid, 0, 0, in.getI64());
            orders.open(row, session.orders);
            orders.remaining(row, in.getI64());
            orders.traded(row, in.getI64());
        }
    }
}
