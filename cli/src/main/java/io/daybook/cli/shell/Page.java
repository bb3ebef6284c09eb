package io.daybook.cli.shell;

import io.daybook.api.AddAccounts;
import io.daybook.api.AdjustBalance;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.FeeType;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderEvent;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Term;
import io.daybook.api.TotalsReport;
import io.daybook.api.TriggerWhen;
import io.daybook.api.UserReport;
import io.daybook.cli.explain.NamedCurrency;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** Prints results and reports for people. Used by one thread. */
final class Page {
    private static final String INDENT = "    ";
    private static final int LONGEST_BAR = 40;

    private final PrintWriter out;

    Page(final PrintWriter out) {
        this.out = out;
    }

    void line(final String pattern, final Object... values) {
        out.println(values.length == 0 ? pattern : String.format(Locale.ROOT, pattern, values));
    }

    /** Prints a command that was carried out. */
    void done(final Command command, final CommandResult result) {
        line("ok %d%s", result.seq(), outcome(command, result));
        events(result);
        if (result.more()) {
            line(INDENT + "there is more to do: repeat the command, or use tick SYMBOL");
        }
    }

    /** Prints the events of orders; a refused command can have some too. */
    void events(final CommandResult result) {
        for (final OrderEvent event : result.events()) {
            event(event);
        }
    }

    private static String outcome(final Command command, final CommandResult result) {
        if (command instanceof AdjustBalance adjustment) {
            return ": " + NamedCurrency.minorUnits(adjustment.amount(), adjustment.currency());
        }
        if (command instanceof AddAccounts opening) {
            return ": " + opened(opening);
        }
        if (!(command instanceof PlaceOrder) && !(command instanceof MoveOrder) && !(command instanceof ReplaceOrder)) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                ": #%d traded %,d, %,d %s",
                result.orderId(),
                result.filled(),
                result.remaining(),
                command instanceof PlaceOrder order && isDormant(order.terms())
                        ? "wait for the trigger"
                        : "on the book");
    }

    private static boolean isDormant(final OrderTerms terms) {
        return terms.has(Term.TRIGGER) && !terms.has(Term.STOP_PRICE);
    }

    private static String opened(final AddAccounts opening) {
        final StringJoiner amounts = new StringJoiner(", ");
        for (final Map<Integer, Long> accounts : opening.accounts().values()) {
            accounts.forEach((currency, amount) -> amounts.add(NamedCurrency.minorUnits(amount, currency)));
        }
        return amounts.toString();
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
    }

    private void trade(final OrderEvent.Trade trade) {
        line(
                INDENT + "trade %d: %,d@%,d with #%d of user %d; fees %,d (taker) and %,d (maker)",
                trade.tradeId(),
                trade.size(),
                trade.price(),
                trade.makerOrderId(),
                trade.makerUid(),
                trade.takerFee(),
                trade.makerFee());
    }

    private void reduce(final OrderEvent.Reduce reduce) {
        line(
                INDENT + "taken off #%d: %,d@%,d, %,d left",
                reduce.orderId(),
                reduce.size(),
                reduce.price(),
                reduce.remaining());
    }

    private void reject(final OrderEvent.Reject reject) {
        line(INDENT + "rejected of #%d: %,d", reject.orderId(), reject.size());
    }

    private void act(final OrderEvent.Act act) {
        line(
                INDENT + "#%d of user %d enters (%s): %s %s %,d@%,d, %,d left",
                act.orderId(),
                act.uid(),
                act.cause().name().toLowerCase(Locale.ROOT),
                act.side() == Side.BID ? "bid" : "ask",
                act.type().name().toLowerCase(Locale.ROOT),
                act.size(),
                act.price(),
                act.remaining());
    }

    private void cancel(final OrderEvent.Cancel cancel) {
        line(
                INDENT + "cancelled of #%d of user %d (%s): %,d@%,d, %,d left",
                cancel.orderId(),
                cancel.uid(),
                cancel.reason().name().toLowerCase(Locale.ROOT),
                cancel.size(),
                cancel.price(),
                cancel.remaining());
    }

    private void replace(final OrderEvent.Replace replace) {
        final boolean keepsId = replace.newOrderId() == replace.orderId();
        line(
                INDENT + "#%d is now%s: %s %,d@%,d, %s",
                replace.orderId(),
                keepsId ? "" : " #" + replace.newOrderId(),
                replace.side() == Side.BID ? "bid" : "ask",
                replace.remaining(),
                replace.price(),
                replace.kept() ? "at its old place" : "behind the others");
    }

    private void refresh(final OrderEvent.Refresh refresh) {
        line(INDENT + "#%d shows %,d@%,d", refresh.orderId(), refresh.shown(), refresh.price());
    }

    private void reprice(final OrderEvent.Reprice reprice) {
        line(INDENT + "#%d rests at %,d", reprice.orderId(), reprice.price());
    }

    void book(final OrderBookReport book) {
        if (book.asks().isEmpty() && book.bids().isEmpty()) {
            line("the book of symbol %d is empty", book.symbol());
            return;
        }
        long largest = 1;
        for (final OrderBookReport.Level level : book.asks()) {
            largest = Math.max(largest, level.size());
        }
        for (final OrderBookReport.Level level : book.bids()) {
            largest = Math.max(largest, level.size());
        }
        more("asks above", book.moreAsks());
        line("      %15s %15s %8s", "price", "size", "orders");
        for (int i = book.asks().size() - 1; i >= 0; i--) {
            level("ask", book.asks().get(i), largest);
        }
        for (final OrderBookReport.Level level : book.bids()) {
            level("bid", level, largest);
        }
        more("bids below", book.moreBids());
    }

    private void more(final String which, final boolean hasMore) {
        if (hasMore) {
            line("  there are more %s", which);
        }
    }

    private void level(final String side, final OrderBookReport.Level level, final long largest) {
        final int bar = (int) Math.max(1, Math.round((double) level.size() / largest * LONGEST_BAR));
        line("  %s %,15d %,15d %,8d  %s", side, level.price(), level.size(), level.orders(), "=".repeat(bar));
    }

    void user(final UserReport report) {
        line("user %d, %s", report.uid(), String.valueOf(report.status()).toLowerCase(Locale.ROOT));
        for (final UserReport.Account account : report.accounts()) {
            line(
                    "  %s: balance %,d, held %,d, available %s",
                    NamedCurrency.text(account.currency()),
                    account.balance(),
                    account.held(),
                    NamedCurrency.amount(account.available(), account.currency()));
        }
        for (final UserReport.Position position : report.positions()) {
            line(
                    "  position in symbol %d: %s %,d, price sum %,d, pending %,d to buy and %,d to sell",
                    position.symbol(),
                    position.direction().name().toLowerCase(Locale.ROOT),
                    position.openVolume(),
                    position.openPriceSum(),
                    position.pendingBuy(),
                    position.pendingSell());
        }
        orders(report);
    }

    /** Prints the orders of one page of a report. */
    void orders(final UserReport report) {
        for (final UserReport.Order order : report.orders()) {
            line(
                    "  order #%d in symbol %d: %s %s %,d@%,d, %,d left%s",
                    order.orderId(),
                    order.symbol(),
                    order.side() == Side.BID ? "bid" : "ask",
                    order.type().name().toLowerCase(Locale.ROOT),
                    order.size(),
                    order.price(),
                    order.remaining(),
                    (order.reservePrice() > order.price()
                                    ? String.format(Locale.ROOT, ", may move up to %,d", order.reservePrice())
                                    : "")
                            + terms(order));
        }
    }

    private static String terms(final UserReport.Order order) {
        final StringBuilder text = new StringBuilder();
        for (final Term term : Term.values()) {
            if (order.terms().has(term)) {
                final String name = term.name().toLowerCase(Locale.ROOT).replace('_', ' ');
                text.append(String.format(
                        Locale.ROOT, ", %s %s", name, value(term, order.terms().get(term))));
            }
        }
        return text + (order.dormant() ? ", waits for its trigger" : "");
    }

    private static String value(final Term term, final long value) {
        final int code = (int) value;
        return switch (term) {
            case WHEN -> TriggerWhen.isKnown(code) ? TriggerWhen.of(code).name().toLowerCase(Locale.ROOT) : "?";
            case STP -> StpMode.isKnown(code) ? StpMode.of(code).name().toLowerCase(Locale.ROOT) : "?";
            case EXIT_ORDER_ID -> "#" + value;
            default -> String.format(Locale.ROOT, "%,d", value);
        };
    }

    void totals(final TotalsReport report) {
        for (final TotalsReport.CurrencyTotals row : report.currencies()) {
            line(
                    "%s: balances %,d + positions %,d + fees %,d + adjustments %,d = 0; held %,d",
                    NamedCurrency.text(row.currency()),
                    row.balances(),
                    row.positions(),
                    row.fees(),
                    row.adjustments(),
                    row.held());
        }
        for (final TotalsReport.SymbolTotals row : report.symbols()) {
            line(
                    "symbol %d: %,d live orders, last price %,d, open interest %,d",
                    row.symbol(), row.orders(), row.lastPrice(), row.openInterestLong());
        }
    }

    void symbols(final List<SymbolSpec> specs) {
        if (specs.isEmpty()) {
            line("no symbols yet; add one: %s", ShellVerb.PAIR.example());
        }
        for (final SymbolSpec spec : specs) {
            line(
                    "%d: %s of %s in %s; one lot is %s, one tick is %s per lot",
                    spec.symbol(),
                    spec.isFutures() ? "future" : "pair",
                    NamedCurrency.text(spec.baseCurrency()),
                    NamedCurrency.text(spec.quoteCurrency()),
                    NamedCurrency.amount(spec.lotSize(), spec.baseCurrency()),
                    NamedCurrency.amount(spec.tickValue(), spec.quoteCurrency()));
            line(
                    INDENT + "fees %,d (taker) and %,d (maker) %s; prices %,d to %,d%s",
                    spec.takerFee(),
                    spec.makerFee(),
                    spec.feeType() == FeeType.PER_LOT ? "a lot" : "ppm",
                    spec.minPrice(),
                    spec.maxPrice(),
                    spec.isFutures()
                            ? String.format(
                                    Locale.ROOT,
                                    "; margins %,d (buyer) and %,d (seller) a lot",
                                    spec.marginBuy(),
                                    spec.marginSell())
                            : "");
        }
    }

    void flush() {
        out.flush();
    }
}
