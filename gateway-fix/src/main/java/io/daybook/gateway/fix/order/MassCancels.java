package io.daybook.gateway.fix.order;

import io.daybook.api.CommandDoor;
import io.daybook.api.MassCancelWriter;
import io.daybook.api.Side;
import io.daybook.gateway.fix.book.FixOrder;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.book.RequestTag;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.gateway.fix.session.FixSession.InFlight;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.Right;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import quickfix.IncorrectTagValue;
import quickfix.Message;

/**
 * Handles mass cancels (q): sends a cancel for each order of the session that matches, including orders that are not
 * yet journaled; with 530=7, the right {@code admin} and an account, one MASS_CANCEL of all orders of the account. All
 * cancels but the last have the inbound number before the message's, so the message counts as processed once the last
 * cancel is journaled; if it is carried out again after a failure, it does no harm.
 */
final class MassCancels implements RequestHandler {
    private static final char OF_SYMBOL = '1';
    private static final char ALL = '7';

    /** A value of 54: both sides. */
    private static final int ANY_SIDE = 0;

    private final Intake intake;
    private final FixListings listings;

    MassCancels(final Intake intake, final FixListings listings) {
        this.intake = intake;
        this.listings = listings;
    }

    @Override
    public void onMessage(final Message message, final FixSession session) throws IncorrectTagValue {
        if (!Intake.mayTrade(session, message)) {
            return;
        }
        final String clOrdId = OrderRequests.clOrdId(message);
        UtcTimes.requireReal(message);
        final char type = type(message);
        final int side = message.isSetField(Tags.SIDE) ? OrderRequests.side(message) : ANY_SIDE;
        final String name = Fields.orEmpty(message, Tags.SYMBOL);
        final Decimals decimals = listings.named(name);
        final Account account = NewOrders.account(session, Fields.of(message, Tags.ACCOUNT));
        final Account only = message.isSetField(Tags.ACCOUNT) ? account : null;
        final List<InFlight> orders = new ArrayList<>();
        Refusal refusal;
        synchronized (intake.layer().lock()) {
            if (intake.isRepeated(session, message, clOrdId)) {
                return;
            }
            refusal = intake.repetition(session, message, clOrdId);
            if (refusal == null && type == OF_SYMBOL && decimals == null) {
                refusal = Refusal.NOT_LISTED;
            }
            if (refusal == null && message.isSetField(Tags.ACCOUNT) && account == null) {
                refusal = Refusal.NOT_YOURS;
            }
            if (refusal == null && !intake.passes(session, true)) {
                refusal = Refusal.THROTTLED;
            }
            for (final InFlight order : orders(session)) {
                if ((side == ANY_SIDE || side == order.side())
                        && (only == null || only.uid() == order.uid())
                        && (type == ALL
                                || decimals != null && decimals.listing().symbol() == order.symbol())) {
                    orders.add(order);
                }
            }
        }
        if (refusal != null) {
            intake.refuse(session, message, refusal, type, "", 0, 0, "");
        } else if (type == ALL && account != null && session.settings().may(Right.ADMIN)) {
            final RequestTag tag = intake.request(message, RequestTag.OF_MASS_CANCEL, RequestTag.LAST, type, "");
            intake.send(
                    session, clOrdId, InFlight.NONE, (door, cookie) -> massCancel(door, cookie, account, side, tag));
        } else if (orders.isEmpty()) {
            intake.refuse(session, message, Refusal.NOTHING_TO_CANCEL, type, "", 0, 0, "");
        } else {
            cancel(session, message, clOrdId, type, orders);
        }
    }

    /**
     * The session's orders: live ones, and those sent before the message that the exchange has not answered yet. A
     * cancel of an order that ends by itself before the cancel is refused, and does not count.
     */
    private Collection<InFlight> orders(final FixSession session) {
        final Map<Long, InFlight> orders = new LinkedHashMap<>();
        for (final FixOrder order : intake.layer().book().orders(intake.known(session))) {
            orders.put(order.id(), InFlight.of(order));
        }
        for (final InFlight request : session.inFlight.values()) {
            if (request.order() != InFlight.NONE.order()
                    && intake.layer().book().order(request.order()) == null) {
                orders.put(request.order(), request);
            }
        }
        return orders.values();
    }

    private static char type(final Message message) throws IncorrectTagValue {
        final String text = Fields.orEmpty(message, Tags.MASS_CANCEL_REQUEST_TYPE);
        if (!"1".equals(text) && !"7".equals(text)) {
            throw new IncorrectTagValue(Tags.MASS_CANCEL_REQUEST_TYPE, text);
        }
        return text.charAt(0);
    }

    private void cancel(
            final FixSession session,
            final Message message,
            final String clOrdId,
            final char type,
            final List<InFlight> orders) {
        final int inbound = Intake.inbound(message);
        for (int i = 0; i < orders.size(); i++) {
            final InFlight order = orders.get(i);
            final boolean isLast = i == orders.size() - 1;
            final RequestTag tag = new RequestTag()
                    .request(
                            isLast ? inbound : inbound - 1,
                            RequestTag.OF_MASS_CANCEL,
                            isLast ? RequestTag.LAST : '\0',
                            type,
                            clOrdId,
                            "");
            intake.send(
                    session, clOrdId, InFlight.NONE, (door, cookie) -> CancelRequests.cancel(door, cookie, order, tag));
        }
    }

    private static boolean massCancel(
            final CommandDoor door, final long cookie, final Account account, final int side, final RequestTag tag) {
        final MassCancelWriter writer = door.tryMassCancel();
        if (writer == null) {
            return false;
        }
        writer.uid(account.uid()).cookie(cookie).tag(tag.array(), 0, tag.length());
        if (side != ANY_SIDE) {
            writer.side(Side.of(side));
        }
        writer.publish();
        return true;
    }
}
