package io.daybook.gateway.fix.view;

import io.daybook.api.Listing;
import io.daybook.api.SymbolsQuery;
import io.daybook.api.SymbolsReport;
import io.daybook.gateway.fix.order.RequestHandler;
import io.daybook.gateway.fix.session.FixSession;
import java.util.List;
import quickfix.FieldNotFound;
import quickfix.Message;

/**
 * Answers g with h, which reports whether symbols can be traded; 336 is the name of a listing. A symbol of the exchange
 * is open as long as the exchange runs, so a subscription (263=1) gets only one answer.
 */
final class SessionStates implements RequestHandler {
    private static final String UNSUBSCRIBE = "2";
    private static final int OPEN = 2;
    private static final int CLOSED = 3;
    private static final int REJECTED = 6;
    private static final int UNKNOWN_SESSION = 1;

    private final List<Listing> listings;
    private final Inquiries inquiries;

    SessionStates(final List<Listing> listings, final Inquiries inquiries) {
        this.listings = List.copyOf(listings);
        this.inquiries = inquiries;
    }

    @Override
    public void onMessage(final Message request, final FixSession session) throws FieldNotFound {
        final String id = request.getString(ViewTags.TRAD_SES_REQ_ID);
        if (request.getString(ViewTags.SUBSCRIPTION_REQUEST_TYPE).equals(UNSUBSCRIBE)) {
            return;
        }
        final boolean isOne = request.isSetField(ViewTags.TRADING_SESSION_ID);
        final String name = isOne ? request.getString(ViewTags.TRADING_SESSION_ID) : "";
        final List<Listing> wanted = listings.stream()
                .filter(listing -> !isOne || listing.name().equals(name))
                .toList();
        if (wanted.isEmpty()) {
            final Message message = status(id, isOne ? name : "none", REJECTED);
            message.setInt(ViewTags.TRAD_SES_STATUS_REJ_REASON, UNKNOWN_SESSION);
            message.setString(ViewTags.TEXT, "there is no such listing; x lists them");
            session.send(message);
        } else {
            inquiries.ask(new SymbolsQuery(), request, session, report -> tell(id, wanted, report, session));
        }
    }

    private static void tell(
            final String id, final List<Listing> wanted, final SymbolsReport report, final FixSession session) {
        for (final Listing listing : wanted) {
            session.send(status(id, listing.name(), report.spec(listing.symbol()) != null ? OPEN : CLOSED));
        }
    }

    private static Message status(final String id, final String name, final int status) {
        final Message message = Inquiries.of("h");
        message.setString(ViewTags.TRAD_SES_REQ_ID, id);
        message.setString(ViewTags.TRADING_SESSION_ID, name);
        message.setInt(ViewTags.TRAD_SES_STATUS, status);
        return message;
    }
}
