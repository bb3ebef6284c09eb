package io.daybook.scenario;

import io.daybook.api.CommandResult;
import io.daybook.api.Limits;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderEvent;
import io.daybook.api.ResultCode;
import io.daybook.api.StateHashReport;
import io.daybook.api.TotalsReport;
import io.daybook.api.UserReport;
import io.daybook.wire.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes results as JSON Lines: one line each, keys in the order of the format. Lines wait in memory until they fill a
 * buffer or {@link #flush()} is called. Used by one thread.
 */
public final class ResultWriter {
    /** The limit of events in a line; a result with more events has several lines. */
    static final int MAX_EVENTS_A_LINE = 65_536;

    private final LineOutput lines;
    private final Json json;
    private boolean hasTimes;

    /** Creates a writer to a stream, which it does not close. */
    public ResultWriter(final OutputStream out) {
        this.lines = new LineOutput(out);
        this.json = lines.json();
    }

    /** Adds timestamps to the results of later commands. */
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
     * @param tag the tag of the sender, in hexadecimal digits; empty for none
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
            json.put("tag", tag);
        }
        if (hasTimes) {
            json.put("timestamp", result.timestampNs());
        }
        if (hasEvents(verb) && (result.isSuccess() || !result.events().isEmpty())) { // earlier acts keep their effect
            if (namesAnOrder(verb)) {
                json.put("orderId", result.orderId()).put("remaining", result.remaining());
            }
            if (part > 0) {
                json.put("part", part);
                flag("continued", to < result.events().size());
            }
            json.list("events");
            for (int i = from; i < to; i++) {
                event(result.events().get(i));
                lines.spill();
            }
            json.endList();
        }
        flag("more", result.more());
        end();
    }

    /** Writes the levels of a book. */
    public void book(final OrderBookReport report, final long cookie) throws IOException {
        begin(report.seq(), Verb.BOOK, report.code(), cookie);
        if (report.code() == ResultCode.SUCCESS) {
            json.put("symbol", report.symbol());
            levels("asks", report.asks());
            levels("bids", report.bids());
            flag("moreAsks", report.moreAsks() && isFull(report.asks()));
            flag("moreBids", report.moreBids() && isFull(report.bids()));
        }
        end();
    }

    /**
     * Returns whether a side has the most levels that an answer may have. A side that ends at the requested depth is
     * not marked.
     */
    private static boolean isFull(final List<OrderBookReport.Level> levels) {
        return levels.size() == Limits.MAX_BOOK_LEVELS;
    }

    private void levels(final String side, final List<OrderBookReport.Level> levels) throws IOException {
        json.list(side);
        for (final OrderBookReport.Level level : levels) {
            json.list()
                    .item(level.price())
                    .item(level.size())
                    .item(level.orders())
                    .endList();
            lines.spill();
        }
        json.endList();
    }

    /** Writes the report of a user. */
    public void userReport(final UserReport report, final long cookie) throws IOException {
        begin(report.seq(), Verb.USER_REPORT, report.code(), cookie);
        if (report.code() == ResultCode.SUCCESS) {
            json.put("uid", report.uid())
                    .put("status", String.valueOf(report.status()))
                    .list("accounts");
            for (final UserReport.Account account : report.accounts()) {
                json.object()
                        .put("currency", account.currency())
                        .put("balance", account.balance())
                        .put("held", account.held())
                        .put("available", account.available())
                        .end();
            }
            json.endList().list("positions");
            for (final UserReport.Position position : report.positions()) {
                json.object()
                        .put("symbol", position.symbol())
                        .put("direction", position.direction().name())
                        .put("openVolume", position.openVolume())
                        .put("openPriceSum", position.openPriceSum())
                        .put("pendingBuy", position.pendingBuy())
                        .put("pendingSell", position.pendingSell())
                        .end();
            }
            json.endList().list("orders");
            for (final UserReport.Order order : report.orders()) {
                order(order);
                lines.spill();
            }
            json.endList();
            flag("moreOrders", report.moreOrders());
        }
        end();
    }

    private void order(final UserReport.Order order) {
        json.object()
                .put("symbol", order.symbol())
                .put("orderId", order.orderId())
                .put("side", order.side().name())
                .put("type", order.type().name())
                .put("price", order.price())
                .put("reservePrice", order.reservePrice())
                .put("size", order.size())
                .put("remaining", order.remaining());
        TermKeys.write(json, order.terms());
        flag("dormant", order.dormant());
        json.end();
    }

    /** Writes the sums over all users. */
    public void totals(final TotalsReport report, final long cookie) throws IOException {
        begin(report.seq(), Verb.TOTALS_REPORT, ResultCode.SUCCESS, cookie);
        json.list("currencies");
        for (final TotalsReport.CurrencyTotals currency : report.currencies()) {
            json.object()
                    .put("currency", currency.currency())
                    .put("balances", currency.balances())
                    .put("held", currency.held())
                    .put("fees", currency.fees())
                    .put("adjustments", currency.adjustments())
                    .put("positions", currency.positions())
                    .end();
        }
        json.endList().list("symbols");
        for (final TotalsReport.SymbolTotals symbol : report.symbols()) {
            json.object()
                    .put("symbol", symbol.symbol())
                    .put("openInterestLong", symbol.openInterestLong())
                    .put("openInterestShort", symbol.openInterestShort())
                    .put("orders", symbol.orders())
                    .put("lastPrice", symbol.lastPrice())
                    .end();
        }
        json.endList();
        end();
    }

    /** Writes the hash of the state. */
    public void stateHash(final StateHashReport report, final long cookie) throws IOException {
        begin(report.seq(), Verb.STATE_HASH, ResultCode.SUCCESS, cookie);
        json.put("hash", report.hex());
        end();
    }

    /** Writes the error of a line that is not a command. */
    public void badLine(final long line, final String error) throws IOException {
        json.object().put("line", line).put("error", error);
        end();
    }

    /** Writes all pending output. */
    public void flush() throws IOException {
        lines.flush();
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
        json.object().put("seq", seq).put("cmd", verb.text()).put("result", code.name());
        if (cookie != 0) {
            json.put("cookie", cookie);
        }
    }

    private void end() throws IOException {
        json.end();
        lines.endLine();
    }

    private void flag(final String name, final boolean value) {
        if (value) {
            json.put(name, true);
        }
    }

    private void event(final OrderEvent event) {
        json.object().put("event", event.kind().name());
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
        json.end();
    }

    private void trade(final OrderEvent.Trade trade) {
        json.put("tradeId", trade.tradeId())
                .put("takerOrderId", trade.takerOrderId())
                .put("takerUid", trade.takerUid())
                .put("takerSide", trade.takerSide().name())
                .put("makerOrderId", trade.makerOrderId())
                .put("makerUid", trade.makerUid())
                .put("price", trade.price())
                .put("size", trade.size())
                .put("makerRemaining", trade.makerRemaining())
                .put("takerRemaining", trade.takerRemaining())
                .put("takerFee", trade.takerFee())
                .put("makerFee", trade.makerFee());
    }

    private void reduce(final OrderEvent.Reduce reduce) {
        json.put("orderId", reduce.orderId())
                .put("side", reduce.side().name())
                .put("size", reduce.size())
                .put("remaining", reduce.remaining())
                .put("price", reduce.price());
    }

    private void reject(final OrderEvent.Reject reject) {
        json.put("orderId", reject.orderId()).put("size", reject.size());
    }

    private void act(final OrderEvent.Act act) {
        json.put("cause", act.cause().name())
                .put("orderId", act.orderId())
                .put("uid", act.uid())
                .put("side", act.side().name())
                .put("type", act.type().name())
                .put("price", act.price())
                .put("size", act.size())
                .put("remaining", act.remaining());
    }

    private void cancel(final OrderEvent.Cancel cancel) {
        json.put("orderId", cancel.orderId())
                .put("uid", cancel.uid())
                .put("side", cancel.side().name())
                .put("price", cancel.price())
                .put("size", cancel.size())
                .put("remaining", cancel.remaining())
                .put("reason", cancel.reason().name());
    }

    private void replace(final OrderEvent.Replace replace) {
        json.put("orderId", replace.orderId())
                .put("newOrderId", replace.newOrderId())
                .put("side", replace.side().name())
                .put("price", replace.price())
                .put("remaining", replace.remaining())
                .put("kept", replace.kept());
    }

    private void refresh(final OrderEvent.Refresh refresh) {
        json.put("orderId", refresh.orderId())
                .put("side", refresh.side().name())
                .put("price", refresh.price())
                .put("shown", refresh.shown());
    }

    private void reprice(final OrderEvent.Reprice reprice) {
        json.put("orderId", reprice.orderId()).put("price", reprice.price());
    }
}
