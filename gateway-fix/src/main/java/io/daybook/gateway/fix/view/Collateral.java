package io.daybook.gateway.fix.view;

import io.daybook.api.Listing;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.gateway.fix.order.RequestHandler;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.sessions.member.Account;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import quickfix.FieldNotFound;
import quickfix.Message;

/** Answers BB with a BA for each currency of the account (901 balance, 900 equity, 899 available), else with BG. */
final class Collateral implements RequestHandler {
    private static final String SNAPSHOT = "0";
    private static final int ASSIGNED = 3;
    private static final int REJECTED = 4;
    private static final int COMPLETED = 2;
    private static final int SUCCESSFUL = 0;
    private static final int NOT_AUTHORIZED = 9;
    private static final int NOT_SUPPORTED = 8;

    private final Map<Integer, Listing.Currency> currencies = new TreeMap<>();
    private final Inquiries inquiries;

    Collateral(final List<Listing> listings, final Inquiries inquiries) {
        for (final Listing listing : listings) {
            currencies.put(listing.base().id(), listing.base());
            currencies.put(listing.quote().id(), listing.quote());
        }
        this.inquiries = inquiries;
    }

    @Override
    public void onMessage(final Message request, final FixSession session) throws FieldNotFound {
        final String id = request.getString(ViewTags.COLL_INQUIRY_ID);
        final Account account = SessionAccount.of(request, session);
        if (account == null) {
            session.send(ack(id, REJECTED, NOT_AUTHORIZED, "1 must name an account of the session"));
        } else if (request.isSetField(ViewTags.SUBSCRIPTION_REQUEST_TYPE)
                && !request.getString(ViewTags.SUBSCRIPTION_REQUEST_TYPE).equals(SNAPSHOT)) {
            session.send(ack(id, REJECTED, NOT_SUPPORTED, "263 must be 0 or not there"));
        } else {
            inquiries.ask(
                    UserReportQuery.accounts(account.uid()),
                    request,
                    session,
                    report -> tell(id, account.name(), report, session));
        }
    }

    private static Message ack(final String id, final int status, final int result, final String text) {
        final Message message = Inquiries.of("BG");
        message.setString(ViewTags.COLL_INQUIRY_ID, id);
        message.setInt(ViewTags.COLL_INQUIRY_STATUS, status);
        message.setInt(ViewTags.COLL_INQUIRY_RESULT, result);
        message.setString(ViewTags.TEXT, text);
        return message;
    }

    private void tell(final String id, final String account, final UserReport report, final FixSession session) {
        final List<UserReport.Account> named = report.accounts().stream()
                .filter(money -> currencies.containsKey(money.currency()))
                .toList();
        if (named.isEmpty()) {
            session.send(ack(id, COMPLETED, SUCCESSFUL, "the account has no money"));
        }
        for (int i = 0; i < named.size(); i++) {
            final UserReport.Account money = named.get(i);
            final Listing.Currency currency = Objects.requireNonNull(currencies.get(money.currency()));
            final Message message = Inquiries.of("BA");
            message.setString(ViewTags.COLL_RPT_ID, id + "-" + (i + 1));
            message.setString(ViewTags.COLL_INQUIRY_ID, id);
            message.setInt(ViewTags.COLL_STATUS, ASSIGNED);
            message.setInt(ViewTags.TOT_NUM_REPORTS, named.size());
            message.setString(ViewTags.LAST_RPT_REQUESTED, i + 1 == named.size() ? "Y" : "N");
            message.setString(ViewTags.ACCOUNT, account);
            message.setString(ViewTags.CURRENCY, currency.name());
            message.setString(ViewTags.MARGIN_EXCESS, Decimals.amount(money.available(), currency.decimals()));
            message.setString(
                    ViewTags.TOTAL_NET_VALUE, Decimals.amount(report.equity(money.currency()), currency.decimals()));
            message.setString(ViewTags.CASH_OUTSTANDING, Decimals.amount(money.balance(), currency.decimals()));
            session.send(message);
        }
    }
}
