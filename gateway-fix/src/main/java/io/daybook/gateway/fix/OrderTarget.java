package io.daybook.gateway.fix;

import io.daybook.client.OrderNumbers;
import io.daybook.gateway.fix.FixSession.InFlight;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.fix.book.FixOrder;
import io.daybook.gateway.fix.book.Refusal;
import org.jspecify.annotations.Nullable;
import quickfix.Message;

/**
 * The order that an F or G is about, found by 41 or 37; one that is on its way to the journal is known by what was
 * sent.
 *
 * @param order all 0 where none is found
 * @param refusal why the request is refused, or null
 */
record OrderTarget(InFlight order, @Nullable Refusal refusal) {
    private static final int MAX_DIGITS = 18;

    /** Finds it, under the layer's lock. */
    static OrderTarget of(final Intake intake, final FixSession session, final Message message) {
        final FixBookSession known = intake.known(session);
        final String orig = Fields.orEmpty(message, Tags.ORIG_CL_ORD_ID);
        long id = orig.isEmpty() ? FixBookSession.UNKNOWN : session.orderOf(known, orig);
        if (id <= 0) {
            id = number(Fields.orEmpty(message, Tags.ORDER_ID));
        }
        if (id <= 0 || OrderNumbers.session(id) != session.session()) {
            return new OrderTarget(InFlight.NONE, Refusal.UNKNOWN_ORDER);
        }
        final FixOrder order = intake.layer().book().order(id);
        if (order != null) {
            return new OrderTarget(
                    new InFlight(id, order.uid(), order.symbol(), order.side()),
                    order.isLive() ? null : Refusal.ORDER_CLOSED);
        }
        for (final InFlight request : session.inFlight.values()) {
            if (request.order() == id) {
                return new OrderTarget(request, null);
            }
        }
        return new OrderTarget(InFlight.NONE, Refusal.UNKNOWN_ORDER);
    }

    /** The session's order with an OrderID, live or closed not long ago, or null. Under the layer's lock. */
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
