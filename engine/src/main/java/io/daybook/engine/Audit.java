package io.daybook.engine;

import io.daybook.api.AuditReport;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.book.OrderTermsView;
import io.daybook.engine.matching.book.OrderVisitor;
import io.daybook.kernel.money.Amounts;
import io.daybook.kernel.money.WideSum;
import io.daybook.risk.RiskEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks the invariants between the parts of the whole state: the sums of the money, the consistency of each book, and
 * risk's users and symbols against the books. Not for the hot path: it walks over everything.
 */
final class Audit {
    /** More violations than this add nothing to a report. */
    private static final int MOST_VIOLATIONS = 100;

    private static final long[] NOTHING_PENDING = new long[2];

    private final RiskEngine risk;
    private final BookShards books;
    private final List<String> violations = new ArrayList<>();

    /** The holds that the live orders of the user being checked need, by currency. */
    private final Map<Integer, WideSum> holds = new TreeMap<>();

    /** The lots of these orders on both sides, by symbol. */
    private final Map<Integer, long[]> pending = new TreeMap<>();

    private final List<LiveOrder> live = new ArrayList<>();
    private long ordersOfUsers;

    private Audit(final RiskEngine risk, final BookShards books) {
        this.risk = risk;
        this.books = books;
    }

    static AuditReport of(final long seq, final RiskEngine risk, final BookShards books) {
        final Audit audit = new Audit(risk, books);
        audit.check(risk.totals()::requireBalanced);
        final int soFar = audit.violations.size();
        audit.check(books::validate);
        if (audit.violations.size() == soFar) { // chains that are broken cannot be followed
            audit.checkUsers();
            audit.checkSymbols();
        }
        return new AuditReport(seq, risk.userCount(), books.orderCount(), audit.violations);
    }

    private void check(final Runnable invariant) {
        try {
            invariant.run();
        } catch (IllegalStateException e) {
            violation(String.valueOf(e.getMessage()));
        }
    }

    private void violation(final String line) {
        if (violations.size() < MOST_VIOLATIONS) {
            violations.add(line);
        } else if (violations.size() == MOST_VIOLATIONS) {
            violations.add("and more");
        }
    }

    private void checkUsers() {
        for (int userIndex = 0; userIndex < risk.userCount(); userIndex++) {
            checkUser(userIndex);
        }
        if (ordersOfUsers != books.orderCount()) {
            violation("the books have " + books.orderCount() + " live orders, but known users have " + ordersOfUsers);
        }
    }

    private void checkUser(final int userIndex) {
        final long uid = risk.uid(userIndex);
        holds.clear();
        pending.clear();
        live.clear();
        books.ordersOf(userIndex, new Collector());
        if (risk.liveOrders(userIndex) != live.size()) {
            violation("user " + uid + ": risk counts " + risk.liveOrders(userIndex)
                    + " live orders, but the books have " + live.size());
        }
        live.forEach(order -> addNeeds(order, uid));
        for (final UserReport.Account account : risk.accounts(userIndex)) {
            final WideSum needed = holds.remove(account.currency());
            checkHeld(uid, account.currency(), account.held(), needed == null ? new WideSum() : needed);
        }
        holds.forEach((currency, needed) -> checkHeld(uid, currency, 0, needed));
        for (final UserReport.Position position : risk.positions(userIndex)) {
            final long[] lots = pending.remove(position.symbol());
            checkPending(uid, position.symbol(), position, lots == null ? NOTHING_PENDING : lots);
        }
        pending.forEach((symbol, lots) -> violation("user " + uid + ", symbol " + symbol
                + ": no position, but live bids of " + lots[0] + " lots and asks of " + lots[1]));
    }

    private void addNeeds(final LiveOrder order, final long uid) {
        final SymbolSpec spec = risk.spec(risk.symbolIndex(order.symbol));
        final long lots = order.isEntry && spec.isFutures() ? 2 * order.remaining : order.remaining;
        final long hold = Amounts.hold(spec, order.isBid, order.reserve, lots);
        holds.computeIfAbsent(Amounts.holdCurrency(spec, order.isBid), key -> new WideSum())
                .add(hold);
        if (spec.isFutures()) {
            pending.computeIfAbsent(order.symbol, key -> new long[2])[order.isBid ? 0 : 1] += order.remaining;
        }
        if (order.owner != uid) {
            violation("order " + order.id + " of symbol " + order.symbol + " has owner " + order.owner
                    + ", but is in the chain of user " + uid);
        }
        ordersOfUsers++;
    }

    private void checkHeld(final long uid, final int currency, final long held, final WideSum needed) {
        final long known = needed.saturated();
        if (needed.subtract(held).signum() != 0) {
            violation(
                    "user " + uid + ", currency " + currency + ": " + held + " is held, but live orders need " + known);
        }
    }

    private void checkPending(final long uid, final int symbol, final UserReport.Position position, final long[] lots) {
        if (position.pendingBuy() != lots[0] || position.pendingSell() != lots[1]) {
            violation("user " + uid + ", symbol " + symbol + ": " + position.pendingBuy()
                    + " lots are pending to buy and " + position.pendingSell() + " to sell, but live orders have "
                    + lots[0] + " and " + lots[1]);
        }
        if ((position.openVolume() | position.pendingBuy() | position.pendingSell()) == 0) {
            violation("user " + uid + ", symbol " + symbol + ": an empty position was kept");
        }
    }

    private void checkSymbols() {
        for (int index = 0; index < risk.symbolCount(); index++) {
            final OrderBook book = books.book(index);
            final SymbolSpec spec = risk.spec(index);
            if (!spec.equals(book.spec())) {
                violation("symbol " + spec.symbol() + ": risk and book have different specifications");
            }
            if (risk.lastPrice(index) != book.lastPrice()) {
                violation("symbol " + spec.symbol() + ": the last price is " + risk.lastPrice(index) + " in risk, but "
                        + book.lastPrice() + " in the book");
            }
            if (book.nextTradeId() == 1 != (book.lastPrice() == OrderBook.NO_PRICE)) {
                violation("symbol " + spec.symbol() + ": the next trade has number " + book.nextTradeId()
                        + ", but the last price is " + book.lastPrice());
            }
        }
    }

    /**
     * The fields of an order that the audit checks. Orders are collected first: with the whole audit inlined into a
     * walk over the book, C2 of JDK 17 kept compiling for as long as it was observed.
     */
    private record LiveOrder(
            int symbol, boolean isBid, long id, long owner, long reserve, long remaining, boolean isEntry) {}

    /** Collects the orders of a user. */
    private final class Collector implements OrderVisitor {
        @Override
        public void onOrder(
                final int symbol,
                final int side,
                final long price,
                final long id,
                final long owner,
                final int userIndex,
                final int type,
                final long reserve,
                final long size,
                final long remaining) {
            live.add(new LiveOrder(symbol, side == Side.BID.code(), id, owner, reserve, remaining, false));
        }

        @Override
        public void onTerms(final OrderTermsView terms) {
            if (terms.feedsExit()) {
                final LiveOrder order = live.remove(live.size() - 1);
                live.add(new LiveOrder(
                        order.symbol, order.isBid, order.id, order.owner, order.reserve, order.remaining, true));
            }
        }
    }
}
