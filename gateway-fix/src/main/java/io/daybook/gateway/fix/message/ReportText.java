package io.daybook.gateway.fix.message;

import io.daybook.gateway.fix.book.FixTerms;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.book.Report;
import io.daybook.gateway.fix.book.Why;
import io.daybook.gateway.fix.decimal.DecimalStep;
import io.daybook.gateway.fix.decimal.Decimals;
import io.daybook.sessions.outbox.Histories;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import quickfix.Message;
import quickfix.SessionID;

/** Writes reports as FIX messages, by the right column of the tables in docs/fix.md. Immutable. */
public final class ReportText {
    private static final long MS_NS = 1_000_000L;
    private static final int MS_OF_SECOND = 1_000;
    private static final int MS_OF_MINUTE = 60 * MS_OF_SECOND;
    private static final int MS_OF_HOUR = 60 * MS_OF_MINUTE;
    private static final int MS_OF_DAY = 24 * MS_OF_HOUR;
    private static final int TIME_LENGTH = 21;
    private static final String NONE = "NONE";
    private static final int OPTION_OF_EXCHANGE = 8;
    private static final int REPRICED = 3;
    private static final int OTHER = 99;

    /** A value of 532 that dictionaries accept. In FIX 4.4 532 is one character, so its 99 (other) is refused. */
    private static final String UNKNOWN_SECURITY = "1";

    private final FixListings listings;
    private final Histories.Current history;

    public ReportText(final FixListings listings) {
        this(listings, Histories.Current.FIRST);
    }

    /** @param history the exchange's history: from its first command on, ExecID (17) ends with its number */
    public ReportText(final FixListings listings, final Histories.Current history) {
        this.listings = listings;
        this.history = history;
    }

    private String execId(final Report report) {
        final String id = report.seq() + "-" + report.ordinal() + "-" + report.side();
        return history.isRestored() && report.seq() > history.fromSeq() ? id + "-" + history.number() : id;
    }

    /** A time in ns since the epoch in the format of FIX, {@code yyyyMMdd-HH:mm:ss.SSS}. Each report needs one. */
    public static String time(final long timeNs) {
        final long ms = Math.floorDiv(timeNs, MS_NS);
        final LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(ms, MS_OF_DAY));
        final int ofDay = Math.floorMod(ms, MS_OF_DAY);
        final StringBuilder text = new StringBuilder(TIME_LENGTH);
        digits(text, day.getYear(), 4);
        digits(text, day.getMonthValue(), 2);
        digits(text, day.getDayOfMonth(), 2);
        digits(text.append('-'), ofDay / MS_OF_HOUR, 2);
        digits(text.append(':'), ofDay / MS_OF_MINUTE % 60, 2);
        digits(text.append(':'), ofDay / MS_OF_SECOND % 60, 2);
        digits(text.append('.'), ofDay % MS_OF_SECOND, 3);
        return text.toString();
    }

    private static void digits(final StringBuilder text, final int value, final int count) {
        int power = 1;
        for (int i = 1; i < count; i++) {
            power *= 10;
        }
        for (; power > 0; power /= 10) {
            text.append((char) ('0' + value / power % 10));
        }
    }

    /** The whole message except its number, with the time of its command as its SendingTime. */
    public Message message(final SessionID id, final Report report) {
        final Message message = new Message();
        route(message, id, String.valueOf(report.msgType()));
        fill(message, report);
        message.getHeader().setString(Tags.SENDING_TIME, time(report.timeNs()));
        return message;
    }

    /** Sets type, sender and target of a message. */
    public static void route(final Message message, final SessionID id, final String msgType) {
        final Message.Header header = message.getHeader();
        header.setString(Tags.BEGIN_STRING, id.getBeginString());
        header.setString(Tags.MSG_TYPE, msgType);
        header.setString(Tags.SENDER_COMP_ID, id.getSenderCompID());
        header.setString(Tags.TARGET_COMP_ID, id.getTargetCompID());
    }

    /** Returns whether a report can be written, because its prices and quantities have decimals. */
    public boolean canTell(final Report report) {
        return report.msgType() != Report.EXECUTION || listings.canTell(report.symbol());
    }

    /** The reason why a report cannot be written, in a sentence. */
    public String untold(final Report report) {
        return listings.untold(report.symbol());
    }

    /**
     * Fills an empty message except the session's part of its header. The report must be one that {@linkplain #canTell
     * can be written}.
     */
    public void fill(final Message message, final Report report) {
        message.getHeader().setString(Tags.MSG_TYPE, String.valueOf(report.msgType()));
        message.setString(Tags.TRANSACT_TIME, time(report.timeNs()));
        message.setString(Tags.CL_ORD_ID, report.clOrdId());
        message.setString(Tags.ORDER_ID, report.orderId() == 0 ? NONE : Long.toString(report.orderId()));
        switch (report.msgType()) {
            case Report.EXECUTION -> execution(message, report);
            case Report.CANCEL_REJECT -> cancelReject(message, report);
            default -> massCancel(message, report);
        }
    }

    private void execution(final Message message, final Report report) {
        final Decimals decimals = report.symbol() == 0 ? null : listings.told(report.symbol());
        setOrig(message, report);
        message.setString(Tags.EXEC_ID, report.execType() == 'I' ? "0" : execId(report));
        message.setString(Tags.EXEC_TYPE, String.valueOf(report.execType()));
        message.setString(Tags.ORD_STATUS, String.valueOf(report.ordStatus()));
        message.setString(Tags.SYMBOL, symbol(report, decimals));
        message.setInt(Tags.SIDE, report.side());
        setChar(message, Tags.ORD_TYPE, report.ordType());
        setChar(message, Tags.TIME_IN_FORCE, report.timeInForce());
        quantities(message, report, decimals);
        if (!report.terms().isUnknown() && decimals != null) {
            terms(message, report.terms(), decimals);
        }
        setChar(message, Tags.WORKING_INDICATOR, report.working());
        if (report.liquidity() != 0 && decimals != null) {
            trade(message, report, decimals);
        }
        if (report.source() != Report.SOURCE_NONE) {
            message.setInt(Tags.ORD_REJ_REASON, RejectReasons.ofOrder(report));
        }
        restatement(message, report);
        setText(message, report, decimals);
        if (report.isDropCopy()) {
            message.setString(Tags.COPY_MSG_INDICATOR, "Y");
        }
    }

    private static String symbol(final Report report, final @Nullable Decimals decimals) {
        if (decimals != null) {
            return decimals.listing().name();
        }
        return report.symbolText().isEmpty() ? Integer.toString(report.symbol()) : report.symbolText();
    }

    private static void quantities(final Message message, final Report report, final @Nullable Decimals decimals) {
        if (decimals == null) {
            message.setString(Tags.LEAVES_QTY, "0");
            message.setString(Tags.CUM_QTY, "0");
            message.setString(Tags.AVG_PX, "0");
            return;
        }
        final DecimalStep quantity = decimals.quantity();
        message.setString(Tags.ORDER_QTY, quantity.text(report.size()));
        message.setString(Tags.LEAVES_QTY, quantity.text(report.leaves()));
        message.setString(Tags.CUM_QTY, quantity.text(report.cum()));
        message.setString(Tags.AVG_PX, decimals.average(report.sumHigh(), report.sumLow(), report.cum()));
        if (report.ordType() == '2' || report.ordType() == '4') {
            message.setString(Tags.PRICE, decimals.price().text(report.price()));
        }
        if (report.stop() != 0) {
            message.setString(Tags.STOP_PX, decimals.price().text(report.stop()));
        }
    }

    private static void terms(final Message message, final FixTerms terms, final Decimals decimals) {
        if (terms.isPostOnly()) {
            message.setString(Tags.EXEC_INST, "6");
        }
        if (terms.display() != FixTerms.NONE) {
            message.setString(Tags.MAX_FLOOR, decimals.quantity().text(terms.display()));
        }
        if (terms.minSize() != FixTerms.NONE) {
            message.setString(Tags.MIN_QTY, decimals.quantity().text(terms.minSize()));
        }
        if (terms.expireAtNs() != FixTerms.NONE) {
            message.setString(Tags.EXPIRE_TIME, time(terms.expireAtNs()));
        }
    }

    private static void trade(final Message message, final Report report, final Decimals decimals) {
        message.setString(Tags.LAST_QTY, decimals.quantity().text(report.lastSize()));
        message.setString(Tags.LAST_PX, decimals.price().text(report.lastPrice()));
        message.setString(Tags.COMMISSION, decimals.fee(report.fee()));
        message.setString(Tags.COMM_TYPE, "3");
        message.setInt(Tags.LAST_LIQUIDITY_IND, report.liquidity());
        message.setString(Tags.SECONDARY_EXEC_ID, Long.toString(report.tradeId()));
    }

    private static void restatement(final Message message, final Report report) {
        final Why why = report.why();
        if (why == Why.SELF_TRADE || why == Why.LIQUIDATION) {
            message.setInt(Tags.EXEC_RESTATEMENT_REASON, OPTION_OF_EXCHANGE);
        } else if (why == Why.REPRICED) {
            message.setInt(Tags.EXEC_RESTATEMENT_REASON, REPRICED);
        } else if (report.execType() == 'D') {
            message.setInt(Tags.EXEC_RESTATEMENT_REASON, OTHER);
        }
    }

    private void cancelReject(final Message message, final Report report) {
        setOrig(message, report);
        message.setString(Tags.ORD_STATUS, String.valueOf(report.ordStatus()));
        message.setString(Tags.CXL_REJ_RESPONSE_TO, String.valueOf(report.responseTo()));
        message.setInt(Tags.CXL_REJ_REASON, RejectReasons.ofCancel(report));
        setText(message, report, report.symbol() == 0 ? null : listings.told(report.symbol()));
    }

    private void massCancel(final Message message, final Report report) {
        message.setString(Tags.MASS_CANCEL_REQUEST_TYPE, String.valueOf(report.execType()));
        message.setString(Tags.MASS_CANCEL_RESPONSE, String.valueOf(report.ordStatus()));
        message.setInt(Tags.TOTAL_AFFECTED_ORDERS, report.affected());
        if (report.source() == Report.SOURCE_GATEWAY && report.code() == Refusal.NOT_LISTED.code()) {
            message.setString(Tags.MASS_CANCEL_REJECT_REASON, UNKNOWN_SECURITY);
        }
        setText(message, report, null);
    }

    private static void setOrig(final Message message, final Report report) {
        if (!report.origClOrdId().isEmpty()) {
            message.setString(Tags.ORIG_CL_ORD_ID, report.origClOrdId());
        }
    }

    private static void setChar(final Message message, final int tag, final char value) {
        if (value != 0) {
            message.setString(tag, String.valueOf(value));
        }
    }

    private void setText(final Message message, final Report report, final @Nullable Decimals decimals) {
        final StringBuilder text = new StringBuilder();
        if (report.source() != Report.SOURCE_NONE) {
            text.append(RejectReasons.sentence(report));
        }
        if (report.field() != 0) {
            final String detail = detail(report, decimals);
            text.append("; field ").append(report.field()).append(detail.isEmpty() ? "" : ": " + detail);
        }
        if (!report.why().sentence().isEmpty()) {
            text.append(report.why().sentence());
        }
        if (!text.isEmpty()) {
            message.setString(Tags.TEXT, text.toString());
        }
    }

    /** The fault of a field, with the nearest valid values if it is a decimal of a listing. */
    private String detail(final Report report, final @Nullable Decimals known) {
        final Decimals decimals = known == null ? named(report.symbolText()) : known;
        if (decimals == null) {
            return report.value();
        }
        if (report.source() == Report.SOURCE_GATEWAY && report.code() == Refusal.ORDER_MISMATCH.code()) {
            return report.value() + ", but the order's is " + ofOrder(report, decimals);
        }
        if (report.source() == Report.SOURCE_GATEWAY && report.code() == Refusal.UNSUPPORTED.code()) {
            return report.value();
        }
        return switch (report.field()) {
            case Tags.PRICE, Tags.STOP_PX, Tags.RESERVE_PRICE -> refusal(decimals.price(), report.value());
            case Tags.ORDER_QTY, Tags.MAX_FLOOR, Tags.MIN_QTY -> refusal(decimals.quantity(), report.value());
            default -> report.value();
        };
    }

    private @Nullable Decimals named(final String name) {
        final Decimals listed = listings.named(name);
        return listed == null ? null : listings.told(listed.listing().symbol());
    }

    /** The right value of a field that contradicts the order. */
    private static String ofOrder(final Report report, final Decimals decimals) {
        return switch (report.field()) {
            case Tags.SYMBOL -> decimals.listing().name();
            case Tags.SIDE -> Integer.toString(report.side());
            case Tags.ORDER_ID -> Long.toString(report.orderId());
            default -> "another";
        };
    }

    private static String refusal(final DecimalStep step, final String value) {
        return step.steps(value) < 0 ? step.refusal(value) : value;
    }
}
