package io.daybook.gateway.fix.order;

import io.daybook.api.CommandDoor;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.Side;
import io.daybook.api.TriggerWhen;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.book.RequestTag;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.gateway.fix.session.FixSession.InFlight;
import io.daybook.sessions.member.Account;
import java.util.List;
import org.jspecify.annotations.Nullable;
import quickfix.IncorrectTagValue;
import quickfix.Message;

/** Turns new orders (D) into PLACE commands. */
final class NewOrders implements RequestHandler {
    private static final int ASK = 2;

    private final Intake intake;
    private final FixListings listings;

    NewOrders(final Intake intake, final FixListings listings) {
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
        final int side = OrderRequests.side(message);
        final Decimals decimals = listings.named(Fields.orEmpty(message, Tags.SYMBOL));
        final Account account = account(session, Fields.of(message, Tags.ACCOUNT));
        final OrderTermsReader order = decimals == null
                ? null
                : new OrderTermsReader(message, decimals)
                        .order(side, listings.slippage(decimals.listing().symbol()));
        Refusal refusal;
        synchronized (intake.layer().lock()) {
            if (intake.isRepeated(session, message, clOrdId)) {
                return;
            }
            refusal = intake.repetition(session, message, clOrdId);
            if (refusal == null) {
                refusal = decimals == null
                        ? Refusal.NOT_LISTED
                        : account == null ? Refusal.NOT_YOURS : order == null ? null : order.refusal;
            }
            if (refusal == null && !intake.passes(session, false)) {
                refusal = Refusal.THROTTLED;
            }
        }
        if (refusal != null || decimals == null || account == null || order == null) {
            intake.refuse(
                    session,
                    message,
                    refusal == null ? Refusal.NOT_LISTED : refusal,
                    side,
                    "",
                    0,
                    order != null && refusal == order.refusal ? order.field : 0,
                    order != null && refusal == order.refusal ? order.value : "");
            return;
        }
        if (Intake.isContradicted(session, message, listings, decimals)) {
            return;
        }
        final RequestTag tag = intake.place(message, order.terms(), order.stop);
        final int symbol = decimals.listing().symbol();
        intake.send(
                session,
                clOrdId,
                new InFlight(-1, account.uid(), symbol, side, order.terms()),
                (door, cookie) -> place(door, cookie, account.uid(), symbol, side, order, tag));
    }

    /** The named account; without a name, the session's only account. Null if there is none. */
    static @Nullable Account account(final FixSession session, final @Nullable String name) {
        final List<Account> accounts = session.settings().accounts();
        if (name == null) {
            return accounts.size() == 1 ? accounts.get(0) : null;
        }
        for (final Account account : accounts) {
            if (account.name().equals(name)) {
                return account;
            }
        }
        return null;
    }

    private static boolean place(
            final CommandDoor door,
            final long cookie,
            final long uid,
            final int symbol,
            final int side,
            final OrderTermsReader terms,
            final RequestTag tag) {
        final PlaceOrderWriter order = door.tryPlace();
        if (order == null) {
            return false;
        }
        order.uid(uid)
                .symbol(symbol)
                .orderId(cookie)
                .side(Side.of(side))
                .type(terms.type)
                .price(terms.price)
                .reservePrice(terms.reserve)
                .size(terms.size)
                .cookie(cookie)
                .tag(tag.array(), 0, tag.length());
        if (terms.stop != 0) {
            order.trigger(terms.stop, side == ASK ? TriggerWhen.FALLS : TriggerWhen.RISES);
        }
        if (terms.display >= 0) {
            order.display(terms.display);
        }
        if (terms.minSize >= 0) {
            order.minSize(terms.minSize);
        }
        if (terms.slippage >= 0) {
            order.slippage(terms.slippage);
        }
        if (terms.expireAtNs >= 0) {
            order.expireAt(terms.expireAtNs);
        }
        order.publish();
        return true;
    }
}
