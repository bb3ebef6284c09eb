package io.daybook.scenario;

import io.daybook.api.CommandResult;
import io.daybook.api.Limits;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderEvent;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.StateHashReport;
import io.daybook.api.TotalsReport;
import io.daybook.api.UserReport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes results as JSON Lines: one line each, keys in the order of the format. Lines wait in memory until they fill a
 * buffer or {@link #flush()} is called. Used by one thread.
 */
public final class ResultWriter {
    /** The most events in a line; a result with more events has several lines. */
    static final int MAX_EVENTS_A_LINE = 65_536;

    private static final byte[] SEQ = JsonBuffer.constant("{\"seq\":");
    private static final byte[] CMD = JsonBuffer.constant(",\"cmd\":\"");
    private static final byte[] RESULT = JsonBuffer.constant("\",\"result\":\"");
    private static final byte[] COOKIE = JsonBuffer.constant(",\"cookie\":");
    private static final byte[] TAG = JsonBuffer.constant(",\"tag\":\"");
    private static final byte[] TIMESTAMP = JsonBuffer.constant(",\"timestamp\":");
    private static final byte[] ORDER_ID = JsonBuffer.constant(",\"orderId\":");
    private static final byte[] REMAINING = JsonBuffer.constant(",\"remaining\":");
    private static final byte[] EVENTS = JsonBuffer.constant(",\"events\":[");
    private static final byte[] TRADE = JsonBuffer.constant("{\"event\":\"TRADE\",\"tradeId\":");
    private static final byte[] TAKER_ORDER_ID = JsonBuffer.constant(",\"takerOrderId\":");
    private static final byte[] TAKER_UID = JsonBuffer.constant(",\"takerUid\":");
    private static final byte[] TAKER_SIDE = JsonBuffer.constant(",\"takerSide\":\"");
    private static final byte[] MAKER_ORDER_ID = JsonBuffer.constant("\",\"makerOrderId\":");
    private static final byte[] MAKER_UID = JsonBuffer.constant(",\"makerUid\":");
    private static final byte[] PRICE = JsonBuffer.constant(",\"price\":");
    private static final byte[] SIZE = JsonBuffer.constant(",\"size\":");
    private static final byte[] MAKER_REMAINING = JsonBuffer.constant(",\"makerRemaining\":");
    private static final byte[] TAKER_REMAINING = JsonBuffer.constant(",\"takerRemaining\":");
    private static final byte[] TAKER_FEE = JsonBuffer.constant(",\"takerFee\":");
    private static final byte[] MAKER_FEE = JsonBuffer.constant(",\"makerFee\":");
    private static final byte[] REDUCE = JsonBuffer.constant("{\"event\":\"REDUCE\",\"orderId\":");
    private static final byte[] REJECT = JsonBuffer.constant("{\"event\":\"REJECT\",\"orderId\":");
    private static final byte[] ACT = JsonBuffer.constant("{\"event\":\"ACT\",\"cause\":\"");
    private static final byte[] CANCEL = JsonBuffer.constant("{\"event\":\"CANCEL\",\"orderId\":");
    private static final byte[] REASON = JsonBuffer.constant(",\"reason\":\"");
    private static final byte[] REPLACE = JsonBuffer.constant("{\"event\":\"REPLACE\",\"orderId\":");
    private static final byte[] NEW_ORDER_ID = JsonBuffer.constant(",\"newOrderId\":");
    private static final byte[] KEPT = JsonBuffer.constant(",\"kept\":");
    private static final byte[] REFRESH = JsonBuffer.constant("{\"event\":\"REFRESH\",\"orderId\":");
    private static final byte[] SHOWN = JsonBuffer.constant(",\"shown\":");
    private static final byte[] REPRICE = JsonBuffer.constant("{\"event\":\"REPRICE\",\"orderId\":");
    private static final byte[] ORDER_ID_AFTER_TEXT = JsonBuffer.constant("\",\"orderId\":");
    private static final byte[] UID = JsonBuffer.constant(",\"uid\":");
    private static final byte[] TYPE_AFTER_TEXT = JsonBuffer.constant("\",\"type\":\"");
    private static final byte[] PRICE_AFTER_TEXT = JsonBuffer.constant("\",\"price\":");
    private static final byte[] SIDE = JsonBuffer.constant(",\"side\":\"");
    private static final byte[] SIZE_AFTER_TEXT = JsonBuffer.constant("\",\"size\":");
    private static final byte[] BID = JsonBuffer.constant("BID");
    private static final byte[] ASK = JsonBuffer.constant("ASK");
    private static final byte[] SYMBOL = JsonBuffer.constant(",\"symbol\":");
    private static final byte[] FIRST_SYMBOL = JsonBuffer.constant("{\"symbol\":");
    private static final byte[] ASKS = JsonBuffer.constant(",\"asks\":[");
    private static final byte[] BIDS = JsonBuffer.constant("],\"bids\":[");
    private static final byte[] LINE = JsonBuffer.constant("{\"line\":");
    private static final byte[] ERROR = JsonBuffer.constant(",\"error\":");
    private static final byte[][] CODES = new byte[ResultCode.CODE_LIMIT][];

    static {
        for (final ResultCode code : ResultCode.values()) {
            CODES[code.code()] = JsonBuffer.constant(code.name());
        }
    }

    private final JsonBuffer json;
    private boolean hasTimes;

    /** Creates a writer to a stream, which it does not close. */
    public ResultWriter(final OutputStream out) {
        this.json = new JsonBuffer(out);
    }

    /** Adds the timestamp to the results of commands from now on. */
    public void writeTimes() {
        hasTimes = true;
    }

    /** Writes the result of a command without a tag. */
    public void result(final CommandResult result) throws IOException {
        result(result, "");
    }

    /**
     * Writes the result of a command: one line, or parts with the same fields if it has very many events.
     *
     * @param tag of the sender, in hexadecimal digits; empty for none
     */
    public void result(final CommandResult result, final String tag) throws IOException {
        final int events = result.events().size();
        int from = 0;
        int part = events > MAX_EVENTS_A_LINE ? 1 : 0;
        do {
            final int to = Math.min(events, from + MAX_EVENTS_A_LINE);
            line(result, tag, part, from, to);
            from = to;
            part++;
        } while (from < events);
    }

    /** Writes a line with some of the events; {@code part} 0 means all of them. */
    private void line(final CommandResult result, final String tag, final int part, final int from, final int to)
            throws IOException {
        final Verb verb = Verb.of(result.type());
        begin(result.seq(), verb, result.code(), result.cookie());
        if (!tag.isEmpty()) {
            json.raw(TAG).ascii(tag).raw('"');
        }
        if (hasTimes) {
            json.raw(TIMESTAMP).number(result.timestampNs());
        }
        if (hasEvents(verb) && (result.isSuccess() || !result.events().isEmpty())) { // earlier acts stay done
            if (namesAnOrder(verb)) {
                json.raw(ORDER_ID).number(result.orderId());
                json.raw(REMAINING).number(result.remaining());
            }
            if (part > 0) {
                name(",\"part\":").number(part);
                name(to < result.events().size() ? ",\"continued\":true" : "");
            }
            json.raw(EVENTS);
            for (int i = from; i < to; i++) {
                comma(i - from);
                event(result.events().get(i));
                json.spill();
            }
            json.raw(']');
        }
        name(result.more() ? ",\"more\":true" : "");
        end();
    }

    /** Writes the levels of a book. */
    public void book(final OrderBookReport report, final long cookie) throws IOException {
        begin(report.seq(), Verb.BOOK, report.code(), cookie);
        if (report.code() == ResultCode.SUCCESS) {
            json.raw(SYMBOL).number(report.symbol());
            json.raw(ASKS);
            levels(report.asks());
            json.raw(BIDS);
            levels(report.bids());
            json.raw(']');
            name(report.moreAsks() && isFull(report.asks()) ? ",\"moreAsks\":true" : "");
            name(report.moreBids() && isFull(report.bids()) ? ",\"moreBids\":true" : "");
        }
        end();
    }

    /** Whether an answer ends because it has the greatest length; an end by the requested depth is not marked. */
    private static boolean isFull(final List<OrderBookReport.Level> levels) {
        return levels.size() == Limits.MAX_BOOK_LEVELS;
    }

    /** Writes the report of a user. */
    public void userReport(final UserReport report, final long cookie) throws IOException {
        begin(report.seq(), Verb.USER_REPORT, report.code(), cookie);
        if (report.code() == ResultCode.SUCCESS) {
            name(",\"uid\":").number(report.uid());
            name(",\"status\":\"").ascii(String.valueOf(report.status()));
            name("\",\"accounts\":[");
            for (int i = 0; i < report.accounts().size(); i++) {
                comma(i);
                account(report.accounts().get(i));
            }
            name("],\"positions\":[");
            for (int i = 0; i < report.positions().size(); i++) {
                comma(i);
                position(report.positions().get(i));
            }
            name("],\"orders\":[");
            for (int i = 0; i < report.orders().size(); i++) {
                comma(i);
                order(report.orders().get(i));
                json.spill();
            }
            name(report.moreOrders() ? "],\"moreOrders\":true" : "]");
        }
        end();
    }

    /** Writes the sums over all users. */
    public void totals(final TotalsReport report, final long cookie) throws IOException {
        begin(report.seq(), Verb.TOTALS_REPORT, ResultCode.SUCCESS, cookie);
        name(",\"currencies\":[");
        for (int i = 0; i < report.currencies().size(); i++) {
            comma(i);
            final TotalsReport.CurrencyTotals currency = report.currencies().get(i);
            name("{\"currency\":").number(currency.currency());
            name(",\"balances\":").number(currency.balances());
            name(",\"held\":").number(currency.held());
            name(",\"fees\":").number(currency.fees());
            name(",\"adjustments\":").number(currency.adjustments());
            name(",\"positions\":").number(currency.positions()).raw('}');
        }
        name("],\"symbols\":[");
        for (int i = 0; i < report.symbols().size(); i++) {
            comma(i);
            final TotalsReport.SymbolTotals symbol = report.symbols().get(i);
            json.raw(FIRST_SYMBOL).number(symbol.symbol());
            name(",\"openInterestLong\":").number(symbol.openInterestLong());
            name(",\"openInterestShort\":").number(symbol.openInterestShort());
            name(",\"orders\":").number(symbol.orders());
            name(",\"lastPrice\":").number(symbol.lastPrice()).raw('}');
        }
        json.raw(']');
        end();
    }

    /** Writes the hash of the state. */
    public void stateHash(final StateHashReport report, final long cookie) throws IOException {
        begin(report.seq(), Verb.STATE_HASH, ResultCode.SUCCESS, cookie);
        name(",\"hash\":\"").ascii(report.hex()).raw('"');
        end();
    }

    /** Writes the error of a line that is not a command. */
    public void badLine(final long line, final String error) throws IOException {
        json.raw(LINE).number(line).raw(ERROR).string(error);
        end();
    }

    /** Writes all pending output. */
    public void flush() throws IOException {
        json.flush();
    }

    private static boolean namesAnOrder(final Verb verb) {
        return verb == Verb.PLACE
                || verb == Verb.MOVE
                || verb == Verb.REDUCE
                || verb == Verb.CANCEL
                || verb == Verb.REPLACE;
    }

    private static boolean hasEvents(final Verb verb) {
        return namesAnOrder(verb) || verb == Verb.MASS_CANCEL || verb == Verb.TICK;
    }

    private void begin(final long seq, final Verb verb, final ResultCode code, final long cookie) {
        json.raw(SEQ).number(seq);
        json.raw(CMD).ascii(verb.text());
        json.raw(RESULT).raw(CODES[code.code()]).raw('"');
        if (cookie != 0) {
            json.raw(COOKIE).number(cookie);
        }
    }

    private void end() throws IOException {
        json.raw('}');
        json.endLine();
    }

    private void comma(final int index) {
        if (index > 0) {
            json.raw(',');
        }
    }

    /** Writes a key of a report; reports are rare, so speed does not matter. */
    private JsonBuffer name(final String text) {
        return json.ascii(text);
    }

    private static byte[] side(final Side side) {
        return side == Side.BID ? BID : ASK;
    }

    private void event(final OrderEvent event) {
        switch (event.kind()) {
            case TRADE -> trade((OrderEvent.Trade) event);
            case REDUCE -> reduce((OrderEvent.Reduce) event);
            case REJECT -> reject((OrderEvent.Reject) event);
            case ACT -> act((OrderEvent.Act) event);
            case CANCEL -> cancel((OrderEvent.Cancel) event);
            case REPLACE -> replace((OrderEvent.Replace) event);
            case REFRESH -> refresh((OrderEvent.Refresh) event);
            case REPRICE -> reprice((OrderEvent.Reprice) event);
        }
        json.raw('}');
    }

    private void trade(final OrderEvent.Trade trade) {
        json.raw(TRADE).number(trade.tradeId());
        json.raw(TAKER_ORDER_ID).number(trade.takerOrderId());
        json.raw(TAKER_UID).number(trade.takerUid());
        json.raw(TAKER_SIDE).raw(side(trade.takerSide()));
        json.raw(MAKER_ORDER_ID).number(trade.makerOrderId());
        json.raw(MAKER_UID).number(trade.makerUid());
        json.raw(PRICE).number(trade.price());
        json.raw(SIZE).number(trade.size());
        json.raw(MAKER_REMAINING).number(trade.makerRemaining());
        json.raw(TAKER_REMAINING).number(trade.takerRemaining());
        json.raw(TAKER_FEE).number(trade.takerFee());
        json.raw(MAKER_FEE).number(trade.makerFee());
    }

    private void reduce(final OrderEvent.Reduce reduce) {
        json.raw(REDUCE).number(reduce.orderId());
        json.raw(SIDE).raw(side(reduce.side()));
        json.raw(SIZE_AFTER_TEXT).number(reduce.size());
        json.raw(REMAINING).number(reduce.remaining());
        json.raw(PRICE).number(reduce.price());
    }

    private void reject(final OrderEvent.Reject reject) {
        json.raw(REJECT).number(reject.orderId());
        json.raw(SIZE).number(reject.size());
    }

    private void act(final OrderEvent.Act act) {
        json.raw(ACT).ascii(act.cause().name());
        json.raw(ORDER_ID_AFTER_TEXT).number(act.orderId());
        json.raw(UID).number(act.uid());
        json.raw(SIDE).raw(side(act.side()));
        json.raw(TYPE_AFTER_TEXT).ascii(act.type().name());
        json.raw(PRICE_AFTER_TEXT).number(act.price());
        json.raw(SIZE).number(act.size());
        json.raw(REMAINING).number(act.remaining());
    }

    private void cancel(final OrderEvent.Cancel cancel) {
        json.raw(CANCEL).number(cancel.orderId());
        json.raw(UID).number(cancel.uid());
        json.raw(SIDE).raw(side(cancel.side()));
        json.raw(PRICE_AFTER_TEXT).number(cancel.price());
        json.raw(SIZE).number(cancel.size());
        json.raw(REMAINING).number(cancel.remaining());
        json.raw(REASON).ascii(cancel.reason().name()).raw('"');
    }

    private void replace(final OrderEvent.Replace replace) {
        json.raw(REPLACE).number(replace.orderId());
        json.raw(NEW_ORDER_ID).number(replace.newOrderId());
        json.raw(SIDE).raw(side(replace.side()));
        json.raw(PRICE_AFTER_TEXT).number(replace.price());
        json.raw(REMAINING).number(replace.remaining());
        json.raw(KEPT).ascii(replace.kept() ? "true" : "false");
    }

    private void refresh(final OrderEvent.Refresh refresh) {
        json.raw(REFRESH).number(refresh.orderId());
        json.raw(SIDE).raw(side(refresh.side()));
        json.raw(PRICE_AFTER_TEXT).number(refresh.price());
        json.raw(SHOWN).number(refresh.shown());
    }

    private void reprice(final OrderEvent.Reprice reprice) {
        json.raw(REPRICE).number(reprice.orderId());
        json.raw(PRICE).number(reprice.price());
    }

    private void levels(final List<OrderBookReport.Level> levels) throws IOException {
        for (int i = 0; i < levels.size(); i++) {
            comma(i);
            final OrderBookReport.Level level = levels.get(i);
            json.raw('[').number(level.price()).raw(',').number(level.size());
            json.raw(',').number(level.orders()).raw(']');
            json.spill();
        }
    }

    private void account(final UserReport.Account account) {
        name("{\"currency\":").number(account.currency());
        name(",\"balance\":").number(account.balance());
        name(",\"held\":").number(account.held());
        name(",\"available\":").number(account.available()).raw('}');
    }

    private void position(final UserReport.Position position) {
        json.raw(FIRST_SYMBOL).number(position.symbol());
        name(",\"direction\":\"").ascii(position.direction().name());
        name("\",\"openVolume\":").number(position.openVolume());
        name(",\"openPriceSum\":").number(position.openPriceSum());
        name(",\"pendingBuy\":").number(position.pendingBuy());
        name(",\"pendingSell\":").number(position.pendingSell()).raw('}');
    }

    private void order(final UserReport.Order order) {
        json.raw(FIRST_SYMBOL).number(order.symbol());
        json.raw(ORDER_ID).number(order.orderId());
        json.raw(SIDE).raw(side(order.side()));
        name("\",\"type\":\"").ascii(order.type().name());
        name("\",\"price\":").number(order.price());
        name(",\"reservePrice\":").number(order.reservePrice());
        json.raw(SIZE).number(order.size());
        json.raw(REMAINING).number(order.remaining());
        TermKeys.write(json, order.terms());
        name(order.dormant() ? ",\"dormant\":true}" : "}");
    }
}
