package io.daybook.core.engine;

import io.daybook.api.AuditReport;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.risk.RiskEngine;
import io.daybook.risk.RiskTotals;
import io.daybook.risk.money.Amounts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks the whole state against what must always hold between its parts. Cold; it walks over everything. */
final class Audit {

    private Audit() {}

    static AuditReport of(final long seq, final RiskEngine risk, final BookShards books) {
        final List<String> violations = new ArrayList<>();
        final RiskTotals totals = risk.totals();
        check(violations, totals::requireBalanced);
        check(violations, books::validate);
        for (final Map.Entry<Integer, BigInteger> entry :
                holdsOfLiveOrders(risk, books).entrySet()) {
            final BigInteger held = BigInteger.valueOf(totals.held(entry.getKey()));
            if (!held.equals(entry.getValue())) {
                violations.add("currency " + entry.getKey() + ": held is " + held
                        + ", the holds of its live orders are " + entry.getValue());
            }
        }
        return new AuditReport(seq, risk.userCount(), books.orderCount(), violations);
    }

    private static void check(final List<String> violations, final Runnable invariant) {
        try {
            invariant.run();
        } catch (IllegalStateException e) {
            violations.add(String.valueOf(e.getMessage()));
        }
    }

    /** Σ holds of live orders, for every currency that a symbol names. */
    private static Map<Integer, BigInteger> holdsOfLiveOrders(final RiskEngine risk, final BookShards books) {
        final Map<Integer, BigInteger> holds = new TreeMap<>();
        for (int index = 0; index < risk.symbolCount(); index++) {
            final SymbolSpec spec = risk.spec(index);
            holds.putIfAbsent(spec.baseCurrency(), BigInteger.ZERO);
            holds.putIfAbsent(spec.quoteCurrency(), BigInteger.ZERO);
            books.book(index)
                    .forEachOrder((symbol, side, price, orderId, uid, userIndex, type, reserve, size, remaining) -> {
                        final boolean bid = side == Side.BID.code();
                        final long hold = Amounts.hold(spec, bid, reserve, remaining);
                        holds.merge(Amounts.holdCurrency(spec, bid), BigInteger.valueOf(hold), BigInteger::add);
                    });
        }
        return holds;
    }
}
