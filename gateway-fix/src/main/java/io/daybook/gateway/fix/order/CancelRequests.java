package io.daybook.gateway.fix.order;

import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandDoor;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.book.RequestTag;
import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.gateway.fix.session.FixSession.InFlight;
import quickfix.IncorrectTagValue;
import quickfix.Message;

/** Turns cancel requests (F) into CANCEL commands. */
final class CancelRequests implements RequestHandler {
    private final Intake intake;
    private final FixListings listings;

    CancelRequests(final Intake intake, final FixListings listings) {
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
        final String orig = Fields.orEmpty(message, Tags.ORIG_CL_ORD_ID);
        final OrderTarget target;
        Refusal refusal;
        synchronized (intake.layer().lock()) {
            if (intake.isRepeated(session, message, clOrdId)) {
                return;
            }
            target = OrderTarget.of(intake, listings, session, message);
            refusal = intake.repetition(session, message, clOrdId);
            refusal = refusal == null ? target.refusal() : refusal;
            if (refusal == null && !intake.passes(session, true)) {
                refusal = Refusal.THROTTLED;
            }
        }
        final InFlight order = target.order();
        if (refusal != null) {
            final int field = refusal == Refusal.ORDER_MISMATCH ? target.field() : 0;
            intake.refuse(session, message, refusal, 0, orig, order.order(), field, Fields.orEmpty(message, field));
            return;
        }
        final RequestTag tag = intake.request(message, '\0', '\0', 0, orig);
        // No later request can name an order by the ClOrdID of a cancel.
        intake.send(session, clOrdId, InFlight.NONE, (door, cookie) -> cancel(door, cookie, order, tag));
    }

    /** Sends a CANCEL. */
    static boolean cancel(final CommandDoor door, final long cookie, final InFlight order, final RequestTag tag) {
        final CancelOrderWriter writer = door.tryCancel();
        if (writer == null) {
            return false;
        }
        writer.uid(order.uid())
                .symbol(order.symbol())
                .orderId(order.order())
                .cookie(cookie)
                .tag(tag.array(), 0, tag.length())
                .publish();
        return true;
    }
}
