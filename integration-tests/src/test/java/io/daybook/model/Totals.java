package io.daybook.model;

import static io.daybook.model.Exact.big;
import static io.daybook.model.Exact.saturated;

import java.math.BigInteger;

/** The exact totals of one currency. */
record Totals(
        int currency,
        BigInteger balances,
        BigInteger held,
        BigInteger fees,
        BigInteger adjustments,
        BigInteger positions) {

    static Totals of(final State state, final int currency) {
        BigInteger balances = BigInteger.ZERO;
        BigInteger held = BigInteger.ZERO;
        BigInteger positions = BigInteger.ZERO;
        for (final User user : state.users.values()) {
            if (user.currencies().contains(currency)) {
                balances = balances.add(user.account(currency).balance());
                held = held.add(user.account(currency).held());
            }
            for (final Position position : user.positionsIn(currency)) {
                final BigInteger cost =
                        position.openPriceSum().multiply(big(position.spec().tickValue()));
                positions = positions.subtract(cost.multiply(big(Long.signum(position.signed()))));
            }
        }
        return new Totals(currency, balances, held, state.feesOf(currency), state.adjustmentsOf(currency), positions);
    }

    boolean isZero() {
        return balances.signum() == 0
                && held.signum() == 0
                && fees.signum() == 0
                && adjustments.signum() == 0
                && positions.signum() == 0;
    }

    String json() {
        return "{\"currency\":" + currency
                + ",\"balances\":" + saturated(balances)
                + ",\"held\":" + saturated(held)
                + ",\"fees\":" + saturated(fees)
                + ",\"adjustments\":" + saturated(adjustments)
                + ",\"positions\":" + saturated(positions) + "}";
    }
}
