package io.daybook.gateway.fix.order;

import io.daybook.api.CommandDoor;
import io.daybook.api.ReplaceOrderWriter;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.book.RequestTag;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.gateway.fix.session.FixSession.InFlight;
import org.jspecify.annotations.Nullable;
import quickfix.IncorrectTagValue;
import quickfix.Message;

/** Turns replacements (G) into REPLACE_ORDER commands; the order keeps its id. */
final class ReplaceRequests implements RequestHandler {
    private final Intake intake;
    private final FixListings listings;

    ReplaceRequests(final Intake intake, final FixListings listings) {
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
        final OrderTermsReader terms;
        Refusal refusal;
        synchronized (intake.layer().lock()) {
            if (intake.isRepeated(session, message, clOrdId)) {
                return;
            }
            target = OrderTarget.of(intake, listings, session, message);
            terms = terms(message, target);
            refusal = intake.repetition(session, message, clOrdId);
            refusal = refusal == null ? target.refusal() : refusal;
            refusal = refusal == null && isPending(session, target, orig) ? Refusal.PENDING_REPLACE : refusal;
            refusal = refusal == null && terms != null ? terms.refusal : refusal;
            if (refusal == null && !intake.passes(session, false)) {
                refusal = Refusal.THROTTLED;
            }
        }
        final InFlight order = target.order();
        if (refusal == Refusal.ORDER_MISMATCH) {
            final String said = Fields.orEmpty(message, target.field());
            intake.refuse(session, message, refusal, order.side(), orig, order.order(), target.field(), said);
            return;
        }
        final Decimals decimals = listings.of(order.symbol());
        if (refusal != null || terms == null || decimals == null) {
            intake.refuse(
                    session,
                    message,
                    refusal == null ? Refusal.NOT_LISTED : refusal,
                    order.side(),
                    orig,
                    order.order(),
                    terms != null && refusal == terms.refusal ? terms.field : 0,
                    terms != null && refusal == terms.refusal ? terms.value : "");
            return;
        }
        if (Intake.isContradicted(session, message, listings, decimals)) {
            return;
        }
        final RequestTag tag = intake.request(message, '\0', '\0', terms.stop, orig);
        intake.send(session, clOrdId, order, (door, cookie) -> replace(door, cookie, target, terms, tag));
    }

    /** Returns whether another replacement has no outcome yet, and this one does not follow it. */
    private static boolean isPending(final FixSession session, final OrderTarget target, final String orig) {
        final String pending = session.pendingId(target.order().order());
        return pending != null && !pending.equals(orig);
    }

    private @Nullable OrderTermsReader terms(final Message message, final OrderTarget target) {
        final Decimals decimals = listings.of(target.order().symbol());
        return decimals == null ? null : new OrderTermsReader(message, decimals).replacement();
    }

    private static boolean replace(
            final CommandDoor door,
            final long cookie,
            final OrderTarget target,
            final OrderTermsReader terms,
            final RequestTag tag) {
        final ReplaceOrderWriter writer = door.tryReplace();
        if (writer == null) {
            return false;
        }
        final InFlight order = target.order();
        writer.uid(order.uid())
                .symbol(order.symbol())
                .orderId(order.order())
                .newOrderId(0)
                .price(terms.price)
                .size(terms.size + target.lost()) // below 2 * 10^18; the engine refuses a size that is too large
                .reservePrice(terms.reserve)
                .trigger(terms.stop)
                .cookie(cookie)
                .tag(tag.array(), 0, tag.length())
                .publish();
        return true;
    }
}
