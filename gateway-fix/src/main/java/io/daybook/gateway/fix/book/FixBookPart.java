package io.daybook.gateway.fix.book;

import io.daybook.api.FollowerPart;
import io.daybook.api.PartDecoder;
import io.daybook.api.PartEncoder;
import io.daybook.api.PartReader;
import io.daybook.sessions.outbox.SessionStream;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The book of FIX in a snapshot, little-endian. Sessions are in the order of their numbers, orders in the order of
 * their arrival, so that the part of a book has the same bytes everywhere.
 *
 * <pre>
 * version u32, sessions u32
 * each session: number u32, owner i64, last request i64, J u32, reserved end u32, resets u32, reset out i64,
 *     next out i64, heard i64, last request of days before i64, mass cancelled u32, has forgotten u8
 *     drop copies u32, each: uid i64
 *     ClOrdIDs u32, the oldest first, each: text, order id i64
 *     live orders u32, each: an order
 * orders of other doors u32, by ascending id, each: an order
 * closed orders u32, the oldest first, each: session u32, an order
 * an order: id i64, uid i64, symbol u32, 54 u8, 40 u8, 59 u8, 39 u8, 44 i64, 99 i64, 38 i64, 151 i64, 14 i64,
 *     Σ two i64, lots lost without a trade i64, terms, ClOrdID text
 * terms: flags u8, and where its flag is set 111 i64 (2), 110 i64 (4), 126 or 432 i64 (8); 1 is 18=6, 32 of an order
 *     that waits for its trigger, 128 not known
 * </pre>
 *
 * <p>Versions 6 and 7 are 4 and 5 with terms in reports of a session: only they have the value 2 in has forgotten, and
 * 32 in flags. Version 5 is for a folder that was restored from a backup: the history i64 follows the version, and
 * whether the numbers must begin anew u8 follows has forgotten. Before version 4 a session lacks heard (1 is assumed)
 * and the last request of days before. In versions 1 and 2 terms are not known; in version 1 an order lacks the lots
 * lost (0 is assumed).
 */
final class FixBookPart {
    private static final int VERSION = 4;
    private static final int VERSION_OF_RESTORED = 5;
    private static final int VERSION_WITH_TERMS = 6;
    private static final int VERSION_OF_RESTORED_WITH_TERMS = 7;
    private static final int VERSION_WITHOUT_HEARD = 3;
    private static final int VERSION_WITHOUT_TERMS = 2;
    private static final int VERSION_WITHOUT_LOST = 1;

    private static final int HAS_FORGOTTEN = 1;
    private static final int TELLS_TERMS = 2;
    private static final int WAITS = 1 << 5;

    private FixBookPart() {}

    static FollowerPart encode(final FixBook book) {
        return PartEncoder.copied(ByteOrder.LITTLE_ENDIAN, out -> put(out, book));
    }

    private static void put(final PartEncoder out, final FixBook book) {
        final List<SessionStream> sessions = new ArrayList<>();
        book.forEach(sessions::add);
        final boolean isRestored = book.history() != 0;
        final boolean tellsTerms = book.tellsTerms();
        final int version = isRestored ? VERSION_OF_RESTORED : VERSION;
        out.putI32(tellsTerms ? version + VERSION_WITH_TERMS - VERSION : version);
        if (isRestored) {
            out.putI64(book.history());
        }
        out.putI32(sessions.size());
        for (final SessionStream session : sessions) {
            put(out, book, (FixBookSession) session, tellsTerms);
        }
        final List<FixOrder> others = book.orders().others();
        others.sort(Comparator.comparingLong(FixOrder::id));
        out.putI32(others.size());
        for (final FixOrder order : others) {
            put(out, order, tellsTerms);
        }
        out.putI32(book.orders().closed().size());
        for (final FixOrder order : book.orders().closed()) {
            out.putI32(order.owner == null ? 0 : order.owner.session());
            put(out, order, tellsTerms);
        }
    }

    private static void put(
            final PartEncoder out, final FixBook book, final FixBookSession session, final boolean tellsTerms) {
        out.putI32(session.session());
        out.putI64(session.owner());
        out.putI64(session.lastRequest);
        out.putI32(session.inbound);
        out.putI32(session.reservedEnd);
        out.putI32(session.resets);
        out.putI64(session.resetOut);
        out.putI64(session.nextOut());
        out.putI64(session.heard);
        out.putI64(session.rolledAt);
        out.putI32(session.massCancelled);
        out.putU8((session.hasForgotten ? HAS_FORGOTTEN : 0) | (session.tellsTerms ? TELLS_TERMS : 0));
        if (book.history() != 0) {
            out.putU8(session.mustReset ? 1 : 0);
        }
        out.putI32(session.dropCopies().length);
        for (final long uid : session.dropCopies()) {
            out.putI64(uid);
        }
        out.putI32(session.ids.size());
        for (final String id : session.ids) {
            out.putText(id);
            out.putI64(session.orderOf(id));
        }
        out.putI32(session.orders.count());
        for (final FixOrder order : book.orders(session)) {
            put(out, order, tellsTerms);
        }
    }

    private static void put(final PartEncoder out, final FixOrder order, final boolean tellsTerms) {
        out.putI64(order.id());
        out.putI64(order.uid());
        out.putI32(order.symbol());
        out.putU8(order.side());
        out.putU8(order.terms.ordType());
        out.putU8(order.terms.timeInForce());
        out.putU8(order.status);
        out.putI64(order.price());
        out.putI64(order.stop());
        out.putI64(order.size());
        out.putI64(order.leaves());
        out.putI64(order.cum());
        out.putI64(order.sumHigh());
        out.putI64(order.sumLow());
        out.putI64(order.lost());
        put(out, order.terms, tellsTerms && order.isWaiting() ? WAITS : 0);
        out.putText(order.clOrdId);
    }

    private static void put(final PartEncoder out, final FixTerms terms, final int more) {
        final int flags = terms.flags();
        out.putU8(flags | more);
        if ((flags & FixTerms.DISPLAY) != 0) {
            out.putI64(terms.display());
        }
        if ((flags & FixTerms.MIN_SIZE) != 0) {
            out.putI64(terms.minSize());
        }
        if ((flags & FixTerms.EXPIRE_AT) != 0) {
            out.putI64(terms.expireAtNs());
        }
    }

    static void decode(final PartReader part, final FixBook book) {
        final PartDecoder in = new PartDecoder("gateway-fix", part, ByteOrder.LITTLE_ENDIAN);
        final int version = in.getI32();
        if (version < VERSION_WITHOUT_LOST || version > VERSION_OF_RESTORED_WITH_TERMS) {
            throw new IllegalStateException(
                    "the FIX gateway's part of the snapshot has version " + version + ", and this build reads up to "
                            + VERSION_OF_RESTORED_WITH_TERMS + ": start the build that wrote it, or a newer one");
        }
        if (isOfRestored(version)) {
            book.beginIn(in.getI64());
        }
        final int sessions = in.getI32();
        for (int i = 0; i < sessions; i++) {
            readSession(in, version, book);
        }
        final int others = in.getI32();
        for (int i = 0; i < others; i++) {
            book.orders().open(order(in, version, book.orders(), null));
        }
        final int closed = in.getI32();
        for (int i = 0; i < closed; i++) {
            final FixBookSession owner = book.session(in.getI32());
            book.orders().keep(order(in, version, book.orders(), owner));
        }
        book.listenersChanged();
    }

    private static boolean isOfRestored(final int version) {
        return version == VERSION_OF_RESTORED || version == VERSION_OF_RESTORED_WITH_TERMS;
    }

    private static void readSession(final PartDecoder in, final int version, final FixBook book) {
        final int number = in.getI32();
        final FixBookSession session = book.add(number, in.getI64());
        session.lastRequest = in.getI64();
        session.inbound = in.getI32();
        session.reservedEnd = in.getI32();
        session.resets = in.getI32();
        session.resetOut = in.getI64();
        session.nextOut(in.getI64());
        if (version > VERSION_WITHOUT_HEARD) {
            session.heard = in.getI64();
            session.rolledAt = in.getI64();
        }
        session.massCancelled = in.getI32();
        final int flags = in.getU8();
        session.hasForgotten = (flags & HAS_FORGOTTEN) != 0;
        session.tellsTerms = (flags & TELLS_TERMS) != 0;
        session.mustReset = isOfRestored(version) && in.getU8() != 0;
        final int uids = in.getI32();
        for (int i = 0; i < uids; i++) {
            session.hear(in.getI64());
        }
        final int ids = in.getI32();
        for (int i = 0; i < ids; i++) {
            session.remember(in.getText(), in.getI64(), Integer.MAX_VALUE);
        }
        final int live = in.getI32();
        for (int i = 0; i < live; i++) {
            book.orders().open(order(in, version, book.orders(), session));
        }
    }

    private static FixOrder order(
            final PartDecoder in, final int version, final FixOrders orders, final @Nullable FixBookSession owner) {
        final long id = in.getI64();
        final long uid = in.getI64();
        final int symbol = in.getI32();
        final int side = in.getU8();
        final char ordType = (char) in.getU8();
        final char timeInForce = (char) in.getU8();
        final char status = (char) in.getU8();
        final long price = in.getI64();
        final long stop = in.getI64();
        final long size = in.getI64();
        final long leaves = in.getI64();
        final long cum = in.getI64();
        final long sumHigh = in.getI64();
        final long sumLow = in.getI64();
        final long lost = version == VERSION_WITHOUT_LOST ? 0 : in.getI64();
        final int flags = version <= VERSION_WITHOUT_TERMS ? FixTerms.NOT_KNOWN : in.getU8();
        final FixTerms terms = terms(in, flags, ordType, timeInForce);
        final int row = orders.add(symbol, id, uid, side, 0, size);
        orders.remaining(row, leaves);
        orders.traded(row, cum);
        orders.price(row, price);
        orders.more(row, stop, lost, sumHigh, sumLow);
        final FixOrder order = new FixOrder(orders, row, owner, terms, in.getText());
        order.status = status;
        orders.waits(order, (flags & WAITS) != 0);
        return order;
    }

    private static FixTerms terms(final PartDecoder in, final int flags, final char ordType, final char timeInForce) {
        if ((flags & FixTerms.NOT_KNOWN) != 0) {
            return FixTerms.unknown(ordType, timeInForce);
        }
        final long display = (flags & FixTerms.DISPLAY) == 0 ? FixTerms.NONE : in.getI64();
        final long minSize = (flags & FixTerms.MIN_SIZE) == 0 ? FixTerms.NONE : in.getI64();
        final long expireAtNs = (flags & FixTerms.EXPIRE_AT) == 0 ? FixTerms.NONE : in.getI64();
        return new FixTerms(ordType, timeInForce, (flags & FixTerms.POST_ONLY) != 0, display, minSize, expireAtNs);
    }
}
