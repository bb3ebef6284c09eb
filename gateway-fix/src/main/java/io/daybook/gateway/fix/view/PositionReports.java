package io.daybook.gateway.fix.view;

import io.daybook.api.Listing;
import io.daybook.api.PositionDirection;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.gateway.fix.order.RequestHandler;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.sessions.member.Account;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.Message;

/** Answers AN with AO, and with AP for each position that has open lots. */
final class PositionReports implements RequestHandler {
    private static final String ALL_POSITIONS = "0";
    private static final String SNAPSHOT = "0";
    private static final int VALID = 0;
    private static final int NONE_FOUND = 2;
    private static final int NOT_AUTHORIZED = 3;
    private static final int NOT_SUPPORTED = 4;
    private static final int COMPLETED = 0;
    private static final int REJECTED = 2;
    private static final String TRANSACTION_QUANTITY = "TQ";
    private static final String TRADE_VARIATION = "TVAR";
    private static final int THEORETICAL = 2;
    private static final int[] POSITION_ORDER = {ViewTags.POS_TYPE, ViewTags.LONG_QTY, ViewTags.SHORT_QTY, 0};
    private static final int[] AMOUNT_ORDER = {ViewTags.POS_AMT_TYPE, ViewTags.POS_AMT, 0};

    private final Map<Integer, Decimals> bySymbol = new TreeMap<>();
    private final Inquiries inquiries;

    PositionReports(final List<Listing> listings, final Inquiries inquiries) {
        listings.forEach(listing -> bySymbol.put(listing.symbol(), new Decimals(listing)));
        this.inquiries = inquiries;
    }

    @Override
    public void onMessage(final Message request, final FixSession session) throws FieldNotFound {
        final Account account = SessionAccount.of(request, session);
        final boolean isSnapshot = !request.isSetField(ViewTags.SUBSCRIPTION_REQUEST_TYPE)
                || request.getString(ViewTags.SUBSCRIPTION_REQUEST_TYPE).equals(SNAPSHOT);
        if (account == null) {
            refuse(request, session, NOT_AUTHORIZED, "1 must name an account of the session");
        } else if (!request.getString(ViewTags.POS_REQ_TYPE).equals(ALL_POSITIONS) || !isSnapshot) {
            refuse(request, session, NOT_SUPPORTED, "724 must be 0, and 263 must be 0 or not there");
        } else {
            final Head head = new Head(
                    request.getString(ViewTags.POS_REQ_ID),
                    account.name(),
                    request.getString(ViewTags.ACCOUNT_TYPE),
                    request.getString(ViewTags.CLEARING_BUSINESS_DATE));
            final String symbol = request.isSetField(ViewTags.SYMBOL) ? request.getString(ViewTags.SYMBOL) : "";
            inquiries.ask(
                    UserReportQuery.accounts(account.uid()),
                    request,
                    session,
                    report -> tell(head, symbol, report, session));
        }
    }

    /** The fields of a request that every answer repeats. */
    private record Head(String id, String account, String accountType, String date) {

        Message message(final String type, final String suffix, final int result, final int count) {
            final Message message = Inquiries.of(type);
            message.setString(ViewTags.POS_MAINT_RPT_ID, id + suffix);
            message.setString(ViewTags.POS_REQ_ID, id);
            message.setInt(ViewTags.POS_REQ_RESULT, result);
            message.setInt(ViewTags.TOTAL_NUM_POS_REPORTS, count);
            message.setString(ViewTags.ACCOUNT, account);
            message.setString(ViewTags.ACCOUNT_TYPE, accountType);
            return message;
        }
    }

    private static void refuse(final Message request, final FixSession session, final int result, final String text)
            throws FieldNotFound {
        final Head head = new Head(
                request.getString(ViewTags.POS_REQ_ID),
                Inquiries.shown(request.getString(ViewTags.ACCOUNT)),
                request.getString(ViewTags.ACCOUNT_TYPE),
                request.getString(ViewTags.CLEARING_BUSINESS_DATE));
        final Message message = head.message("AO", "-0", result, 0);
        message.setInt(ViewTags.POS_REQ_STATUS, REJECTED);
        message.setString(ViewTags.TEXT, text);
        session.send(message);
    }

    private void tell(final Head head, final String symbol, final UserReport report, final FixSession session) {
        final List<UserReport.Position> open = new ArrayList<>();
        for (final UserReport.Position position : report.positions()) {
            final Decimals decimals = bySymbol.get(position.symbol());
            final boolean isMeant = decimals != null
                    && (symbol.isEmpty() || decimals.listing().name().equals(symbol));
            if (isMeant && position.openVolume() != 0) {
                open.add(position);
            }
        }
        final Message ack = head.message("AO", "-0", open.isEmpty() ? NONE_FOUND : VALID, open.size());
        ack.setInt(ViewTags.POS_REQ_STATUS, COMPLETED);
        session.send(ack);
        for (int i = 0; i < open.size(); i++) {
            session.send(report(head, i + 1, open.size(), open.get(i)));
        }
    }

    private Message report(final Head head, final int number, final int count, final UserReport.Position position) {
        final Decimals decimals = Objects.requireNonNull(bySymbol.get(position.symbol()));
        final Message message = head.message("AP", "-" + number, VALID, count);
        message.setString(ViewTags.CLEARING_BUSINESS_DATE, head.date());
        message.setString(ViewTags.SYMBOL, decimals.listing().name());
        message.setString(ViewTags.CURRENCY, decimals.listing().quote().name());
        final String mark = decimals.price().text(position.mark());
        message.setString(ViewTags.SETTL_PRICE, mark);
        message.setInt(ViewTags.SETTL_PRICE_TYPE, THEORETICAL);
        message.setString(ViewTags.PRIOR_SETTL_PRICE, mark);
        final Group lots = new Group(ViewTags.NO_POSITIONS, ViewTags.POS_TYPE, POSITION_ORDER);
        lots.setString(ViewTags.POS_TYPE, TRANSACTION_QUANTITY);
        lots.setString(
                position.direction() == PositionDirection.LONG ? ViewTags.LONG_QTY : ViewTags.SHORT_QTY,
                decimals.quantity().text(position.openVolume()));
        message.addGroup(lots);
        final Group gain = new Group(ViewTags.NO_POS_AMT, ViewTags.POS_AMT_TYPE, AMOUNT_ORDER);
        gain.setString(ViewTags.POS_AMT_TYPE, TRADE_VARIATION);
        gain.setString(ViewTags.POS_AMT, decimals.fee(position.unrealizedGain()));
        message.addGroup(gain);
        return message;
    }
}
