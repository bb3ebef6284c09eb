package io.daybook.gateway.fix.order;

import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.fix.book.FixOrder;
import io.daybook.gateway.fix.book.FixTerms;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.gateway.fix.session.FixLayer;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.gateway.fix.session.FixSession.InFlight;
import io.daybook.sessions.member.Account;
import io.daybook.wire.OrderNumbers;
import org.jspecify.annotations.Nullable;
import quickfix.Message;

/**
 * The order that an F or G names by 41 or 37; an order that is not journaled yet is found by its request.
 *
 * @param order the order; all 0 if none is found
 * @param refusal why the request is refused, or null
 * @param field the field that contradicts the order, or 0
 * @param lost the lots that the order has lost without a trade
 */
record OrderTarget(InFlight order, @Nullable Refusal refusal, int field, long lost) {
    private static final int MAX_DIGITS = 18;

    /**
     * Finds the order, and compares the other fields of the request with it: a client that is wrong about its order
     * must not cancel or replace it. Under the layer's lock.
     */
    static OrderTarget of(
            final Intake intake, final FixListings listings, final FixSession session, final Message message) {
        final OrderTarget named = named(intake, session, message);
        if (named.refusal != null) {
            return named;
        }
        final int field = contradiction(named.order, listings, session, message);
        return field == 0 ? named : new OrderTarget(named.order, Refusal.ORDER_MISMATCH, field, 0);
    }

    /** The first field that contradicts the order, or 0. */
    private static int contradiction(
            final InFlight order, final FixListings listings, final FixSession session, final Message message) {
        final Decimals decimals = listings.named(Fields.orEmpty(message, Tags.SYMBOL));
        if (decimals == null || decimals.listing().symbol() != order.symbol()) {
            return Tags.SYMBOL;
        }
        if (!Integer.toString(order.side()).equals(Fields.orEmpty(message, Tags.SIDE))) {
            return Tags.SIDE;
        }
        if (message.isSetField(Tags.ACCOUNT)) {
            final Account account = NewOrders.account(session, Fields.of(message, Tags.ACCOUNT));
            if (account == null || account.uid() != order.uid()) {
                return Tags.ACCOUNT;
            }
        }
        if (message.isSetField(Tags.ORDER_ID) && number(Fields.orEmpty(message, Tags.ORDER_ID)) != order.order()) {
            return Tags.ORDER_ID;
        }
        return order.terms() == null ? 0 : contradiction(order.terms(), listings.told(order.symbol()), message);
    }

    /** The first field that contradicts the terms, or 0. Quantities are compared only if the symbol has decimals. */
    private static int contradiction(final FixTerms terms, final @Nullable Decimals decimals, final Message message) {
        if (message.isSetField(Tags.ORD_TYPE) && !terms.isType(Fields.orEmpty(message, Tags.ORD_TYPE))) {
            return Tags.ORD_TYPE;
        }
        if (message.isSetField(Tags.TIME_IN_FORCE) && !terms.isGoodFor(Fields.orEmpty(message, Tags.TIME_IN_FORCE))) {
            return Tags.TIME_IN_FORCE;
        }
        if (terms.isUnknown()) {
            return 0;
        }
        final String instruction = Fields.of(message, Tags.EXEC_INST);
        if (instruction != null && !(terms.isPostOnly() && OrderTermsReader.POST_ONLY.equals(instruction))) {
            return Tags.EXEC_INST;
        }
        if (decimals != null && isOther(message, Tags.MAX_FLOOR, decimals, terms.display())) {
            return Tags.MAX_FLOOR;
        }
        if (decimals != null && isOther(message, Tags.MIN_QTY, decimals, terms.minSize())) {
            return Tags.MIN_QTY;
        }
        final boolean isTime = message.isSetField(Tags.EXPIRE_TIME);
        final boolean saysEnd = isTime || message.isSetField(Tags.EXPIRE_DATE);
        final long end = OrderTermsReader.expireAtNs(message);
        if (saysEnd && (end == FixTerms.NONE || end != terms.expireAtNs())) {
            return isTime ? Tags.EXPIRE_TIME : Tags.EXPIRE_DATE;
        }
        return 0;
    }

    private static boolean isOther(final Message message, final int tag, final Decimals decimals, final long lots) {
        final String said = Fields.of(message, tag);
        return said != null && (lots == FixTerms.NONE || decimals.quantity().steps(said) != lots);
    }

    private static OrderTarget named(final Intake intake, final FixSession session, final Message message) {
        final FixBookSession known = intake.known(session);
        final String orig = Fields.orEmpty(message, Tags.ORIG_CL_ORD_ID);
        long id = orig.isEmpty() ? FixBookSession.UNKNOWN : session.orderOf(known, orig);
        if (id <= 0) {
            id = number(Fields.orEmpty(message, Tags.ORDER_ID));
        }
        if (id <= 0 || OrderNumbers.session(id) != session.session()) {
            return new OrderTarget(InFlight.NONE, Refusal.UNKNOWN_ORDER, 0, 0);
        }
        final FixOrder order = intake.layer().book().order(id);
        if (order != null) {
            return new OrderTarget(InFlight.of(order), order.isLive() ? null : Refusal.ORDER_CLOSED, 0, order.lost());
        }
        for (final InFlight request : session.inFlight.values()) {
            if (request.order() == id) {
                return new OrderTarget(request, null, 0, 0);
            }
        }
        return new OrderTarget(InFlight.NONE, Refusal.UNKNOWN_ORDER, 0, 0);
    }

    /** The session's order with an OrderID if it is live or was closed recently, or null. Under the layer's lock. */
    static @Nullable FixOrder named(final FixLayer layer, final FixSession session, final String orderId) {
        final long id = number(orderId);
        return id > 0 && OrderNumbers.session(id) == session.session()
                ? layer.book().order(id)
                : null;
    }

    private static long number(final String text) {
        if (text.isEmpty() || text.length() > MAX_DIGITS || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return FixBookSession.UNKNOWN;
        }
        return Long.parseLong(text);
    }
}
