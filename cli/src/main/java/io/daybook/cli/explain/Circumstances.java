package io.daybook.cli.explain;

import io.daybook.api.CustomQuery;
import io.daybook.api.Limits;
import io.daybook.api.StateView;
import io.daybook.api.SymbolSpec;
import io.daybook.api.TotalsReport;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The present state that a refusal depended on. Each question walks over the whole state.
 *
 * @param symbols all specifications, by id
 * @param users the number of users, or {@link #NOT_COUNTED}
 * @param user the user in question, with orders from the symbol in question on; see {@link UserReport#code()}
 * @param lastPrices the price of the last trade, by symbol
 * @param live the live order with the id in question in its symbol, of any owner; null if there is none
 */
public record Circumstances(
        List<SymbolSpec> symbols,
        int users,
        UserReport user,
        Map<Integer, Long> lastPrices,
        @Nullable LiveOrder live) {

    /** The value of {@link #users} if the users were not counted. */
    public static final int NOT_COUNTED = -1;

    /**
     * An order and its owner.
     *
     * @param uid the owner
     * @param order the order
     */
    public record LiveOrder(long uid, UserReport.Order order) {}

    /**
     * A query for the circumstances of a user and an order. An exchange answers it if it was built with
     * {@code customQuery(Circumstances.Question.class)}.
     *
     * @param uid the user
     * @param symbol the symbol of the order, or 0
     * @param orderId the order, or 0
     */
    public record Question(long uid, int symbol, long orderId) implements CustomQuery<Circumstances> {
        @Override
        public Circumstances report(final StateView state) {
            final List<Long> uids = new ArrayList<>();
            state.forEachUser(uids::add);
            final Map<Integer, Long> lastPrices = new TreeMap<>();
            for (final TotalsReport.SymbolTotals totals : state.totals().symbols()) {
                lastPrices.put(totals.symbol(), totals.lastPrice());
            }
            return new Circumstances(
                    state.symbols(),
                    uids.size(),
                    state.user(new UserReportQuery(uid, Limits.MAX_REPORT_ORDERS, symbol, 0)),
                    lastPrices,
                    orderId == 0 ? null : find(state, uids));
        }

        private @Nullable LiveOrder find(final StateView state, final List<Long> uids) {
            for (final long owner : uids) {
                final UserReportQuery one = new UserReportQuery(owner, 1, symbol, orderId - 1);
                for (final UserReport.Order order : state.user(one).orders()) {
                    if (order.symbol() == symbol && order.orderId() == orderId) {
                        return new LiveOrder(owner, order);
                    }
                }
            }
            return null;
        }
    }

    /** Returns the specification of a symbol, or null. */
    public @Nullable SymbolSpec spec(final int symbol) {
        for (final SymbolSpec spec : symbols) {
            if (spec.symbol() == symbol) {
                return spec;
            }
        }
        return null;
    }

    /** Returns the account of a currency; zeros if there is none. */
    public UserReport.Account account(final int currency) {
        return user.account(currency);
    }
}
