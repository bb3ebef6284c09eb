package io.daybook.gateway.fix;

import io.daybook.gateway.fix.decimal.Decimals;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.UnsupportedMessageType;

/**
 * Lets through what would hold or trade lots of a listing, unless the exchange has that symbol with other lots or
 * ticks: the decimals of the message would become other numbers than its sender means.
 */
final class AgreedListings implements RequestHandler {
    private static final int NOT_AVAILABLE = 4;

    private final FixListings listings;
    private final RequestHandler next;

    /** In front of a handler of messages that name a listing (55). */
    AgreedListings(final FixListings listings, final RequestHandler next) {
        this.listings = listings;
        this.next = next;
    }

    @Override
    public void onMessage(final Message message, final FixSession session)
            throws FieldNotFound, IncorrectTagValue, UnsupportedMessageType {
        final Decimals decimals = listings.named(Fields.orEmpty(message, Tags.SYMBOL));
        if (decimals != null && listings.isContradicted(decimals.listing().symbol())) {
            session.businessReject(
                    message,
                    NOT_AVAILABLE,
                    decimals.listing().name() + " is listed with other lots or ticks than the exchange has: the venue"
                            + " must mend its listing");
            return;
        }
        next.onMessage(message, session);
    }

    @Override
    public void onLogout(final FixSession session) {
        next.onLogout(session);
    }
}
