package io.daybook.model;

import static io.daybook.model.Exact.big;
import static io.daybook.model.Exact.saturated;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Answers the queries, which change nothing. */
final class Reports {
    static final int PAGE = 1_024;

    private final State state;

    Reports(final State state) {
        this.state = state;
    }

    Outcome answer(final Command query) {
        if (query instanceof Command.BookRequest request) {
            return book(request);
        } else if (query instanceof Command.UserReport report) {
            return user(report);
        } else if (query instanceof Command.TotalsReport) {
            return totals();
        } else if (query instanceof Command.StateHash) {
            // Only the product computes the hash; a comparison leaves the hash out.
            return Outcome.answer("");
        }
        throw new IllegalArgumentException("no such query: " + query);
    }

    private Outcome book(final Command.BookRequest request) {
        final Market market = state.markets.get(request.symbol());
        if (market == null) {
            return Outcome.plain(ResultCode.INVALID_SYMBOL);
        }
        if (request.depth() < 0) {
            return Outcome.plain(ResultCode.INVALID_SIZE);
        }
        return Outcome.answer(",\"symbol\":" + request.symbol()
                + ",\"asks\":" + levels(market, Side.ASK, request.depth())
                + ",\"bids\":" + levels(market, Side.BID, request.depth()));
    }

    private static String levels(final Market market, final Side side, final int depth) {
        final List<String> levels = new ArrayList<>();
        market.levels(side).forEach((price, orders) -> {
            if (depth == 0 || levels.size() < depth) {
                levels.add("[" + price + "," + Market.lots(orders) + "," + orders.size() + "]");
            }
        });
        return array(levels);
    }

    private Outcome user(final Command.UserReport query) {
        final long uid = query.uid();
        final User user = state.users.get(uid);
        if (user == null) {
            return Outcome.plain(ResultCode.USER_MGMT_USER_NOT_FOUND);
        }
        if (query.maxOrders() < 0) {
            return Outcome.plain(ResultCode.INVALID_SIZE);
        }
        final List<String> orders = orders(user, query);
        final int shown = Math.min(orders.size(), Math.min(query.maxOrders(), PAGE));
        return Outcome.answer(",\"uid\":" + uid
                + ",\"status\":\"" + (user.isSuspended() ? "SUSPENDED" : "ACTIVE") + "\""
                + ",\"accounts\":" + accounts(user)
                + ",\"positions\":" + positions(user)
                + ",\"orders\":" + array(orders.subList(0, shown))
                + (shown > 0 && shown < orders.size() ? ",\"moreOrders\":true" : ""));
    }

    private static String accounts(final User user) {
        final List<String> rows = new ArrayList<>();
        for (final int currency : user.currencies()) {
            final Account account = user.account(currency);
            final BigInteger available = user.available(currency);
            if (account.balance().signum() != 0 || account.held().signum() != 0 || available.signum() != 0) {
                rows.add("{\"currency\":" + currency
                        + ",\"balance\":" + account.balance()
                        + ",\"held\":" + account.held()
                        + ",\"available\":" + saturated(available) + "}");
            }
        }
        return array(rows);
    }

    private static String positions(final User user) {
        final List<String> rows = new ArrayList<>();
        user.positions()
                .forEach((symbol, position) -> rows.add("{\"symbol\":" + symbol
                        + ",\"direction\":\"" + position.direction() + "\""
                        + ",\"openVolume\":" + position.openVolume()
                        + ",\"openPriceSum\":" + position.openPriceSum()
                        + ",\"pendingBuy\":" + position.pending(Side.BID)
                        + ",\"pendingSell\":" + position.pending(Side.ASK) + "}"));
        return array(rows);
    }

    /** All orders of the user from the beginning of the page on. */
    private List<String> orders(final User user, final Command.UserReport query) {
        final List<String> rows = new ArrayList<>();
        for (final Market market : state.markets.values()) {
            for (final Order order : market.live().values()) {
                final int symbol = order.spec().symbol();
                final boolean behind = symbol > query.afterSymbol()
                        || symbol == query.afterSymbol() && order.orderId() > query.afterOrderId();
                if (order.uid() == user.uid() && behind && order.remaining > 0) {
                    rows.add(order(order));
                }
            }
        }
        return rows;
    }

    private static String order(final Order order) {
        return "{\"symbol\":" + order.spec().symbol()
                + ",\"orderId\":" + order.orderId()
                + ",\"side\":\"" + order.side() + "\""
                + ",\"type\":\"" + order.type() + "\""
                + ",\"price\":" + order.price()
                + ",\"reservePrice\":" + order.reservePrice()
                + ",\"size\":" + order.size()
                + ",\"remaining\":" + order.remaining()
                + TermsFields.of(order) + "}";
    }

    private Outcome totals() {
        final List<String> currencies = new ArrayList<>();
        final TreeSet<Integer> known = new TreeSet<>(state.fees.keySet());
        known.addAll(state.adjustments.keySet());
        state.users.values().forEach(user -> known.addAll(user.currencies()));
        for (final int currency : known) {
            final Totals totals = Totals.of(state, currency);
            if (!totals.isZero()) {
                currencies.add(totals.json());
            }
        }
        final List<String> symbols = new ArrayList<>();
        state.markets.forEach((symbol, market) -> symbols.add("{\"symbol\":" + symbol
                + ",\"openInterestLong\":" + openInterest(symbol, 1)
                + ",\"openInterestShort\":" + openInterest(symbol, -1)
                + ",\"orders\":"
                + market.live().values().stream()
                        .filter(order -> order.remaining > 0)
                        .count()
                + ",\"lastPrice\":" + market.lastPrice() + "}"));
        return Outcome.answer(",\"currencies\":" + array(currencies) + ",\"symbols\":" + array(symbols));
    }

    private long openInterest(final int symbol, final int sign) {
        BigInteger lots = BigInteger.ZERO;
        for (final User user : state.users.values()) {
            final Position position = user.positions().get(symbol);
            if (position != null && Long.signum(position.signed()) == sign) {
                lots = lots.add(big(position.openVolume()));
            }
        }
        return saturated(lots);
    }

    private static String array(final List<String> rows) {
        return "[" + String.join(",", rows) + "]";
    }
}
