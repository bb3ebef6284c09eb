package io.daybook.gateway.fix;

import io.daybook.api.CommandDoor;
import io.daybook.api.MassCancelWriter;
import io.daybook.gateway.fix.FixSession.InFlight;
import io.daybook.gateway.fix.book.FixOrder;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.book.RequestTag;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.gateway.session.Account;
import io.daybook.gateway.session.Right;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import quickfix.IncorrectTagValue;
import quickfix.Message;

/**
 * q: a cancel for each live order of the session that matches; with 530=7, the right {@code admin} and an account, one
 * MASS_CANCEL of all that the account has. All cancels but the last carry the number before the message's: it counts as
 * processed when the last is journaled, and carried out once more it does no harm.
 */
final class MassCancels implements RequestHandler {
    private static final char OF_SYMBOL = '1';
    private static final char ALL = '7';

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
        final char type = type(message);
        final String name = Fields.orEmpty(message, Tags.SYMBOL);
        final Decimals decimals = listings.named(name);
        final Account account = NewOrders.account(session, Fields.of(message, Tags.ACCOUNT));
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
            for (final FixOrder order : intake.layer().book().orders(intake.known(session))) {
                if (type == ALL
                        || decimals != null
                                && order.symbol() == decimals.listing().symbol()) {
                    orders.add(new InFlight(order.id(), order.uid(), order.symbol(), order.side()));
                }
            }
        }
        if (refusal != null) {
            intake.refuse(session, message, refusal, type, "", 0, 0, "");
        } else if (type == ALL && account != null && session.settings().may(Right.ADMIN)) {
            final RequestTag tag = intake.request(message, RequestTag.OF_MASS_CANCEL, RequestTag.LAST, type, "");
            intake.send(session, clOrdId, InFlight.NONE, (door, cookie) -> massCancel(door, cookie, account, tag));
        } else if (orders.isEmpty()) {
            intake.refuse(session, message, Refusal.NOTHING_TO_CANCEL, type, "", 0, 0, "");
        } else {
            cancel(session, message, clOrdId, type, orders);
        }
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
            final CommandDoor door, final long cookie, final @Nullable Account account, final RequestTag tag) {
        final MassCancelWriter writer = door.tryMassCancel();
        if (writer == null || account == null) {
            return false;
        }
        writer.uid(account.uid())
                .cookie(cookie)
                .tag(tag.array(), 0, tag.length())
                .publish();
        return true;
    }
}
