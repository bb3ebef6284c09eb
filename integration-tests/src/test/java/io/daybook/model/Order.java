package io.daybook.model;

import java.math.BigInteger;

/** An order, live or about to be. */
public final class Order {
    private final Command.Place placed;
    private final Spec spec;
    private final long reservePrice;
    long price;
    long remaining;
    /** What this order has reserved right now. */
    BigInteger held;

    Order(final Command.Place placed, final Spec spec) {
        this.placed = placed;
        this.spec = spec;
        this.reservePrice = reservePriceOf(placed, spec);
        this.price = placed.price();
        this.remaining = placed.size();
        this.held = BigInteger.ZERO;
    }

    private static long reservePriceOf(final Command.Place placed, final Spec spec) {
        if (placed.side() == Side.ASK || !spec.isPair()) {
            return 0;
        }
        return placed.reservePrice() == 0 ? placed.price() : placed.reservePrice();
    }

    public long orderId() {
        return placed.orderId();
    }

    public long uid() {
        return placed.uid();
    }

    public Spec spec() {
        return spec;
    }

    public Side side() {
        return placed.side();
    }

    public OrderType type() {
        return placed.type();
    }

    public long price() {
        return price;
    }

    /** The price up to which a bid of a pair may be moved, 0 on all other orders. */
    public long reservePrice() {
        return reservePrice;
    }

    public long size() {
        return placed.size();
    }

    public long remaining() {
        return remaining;
    }

    boolean isBudgetBid() {
        return type().isBudget() && side() == Side.BID;
    }

    /** The currency in which this order holds. */
    int holdCurrency() {
        return spec.isPair() && side() == Side.ASK ? spec.base() : spec.quote();
    }

    /** What this order must hold with what remains of it; a budget bid holds all until it ends. */
    BigInteger requiredHold() {
        if (!spec.isPair()) {
            return Exact.product(remaining, spec.takerFee());
        }
        if (side() == Side.ASK) {
            return spec.baseOf(remaining);
        }
        if (isBudgetBid()) {
            final BigInteger budget = Exact.product(placed.price(), spec.tickValue());
            return budget.add(
                    spec.isPerLot()
                            ? Exact.product(size(), spec.takerFee())
                            : Spec.partsPerMillion(budget, spec.takerFee()));
        }
        return spec.notional(remaining, reservePrice).add(spec.fee(remaining, reservePrice, spec.takerFee()));
    }

    /** Whether this order would trade at a price of the other side. */
    boolean accepts(final long otherPrice) {
        if (type().isBudget()) {
            return true;
        }
        return side() == Side.BID ? otherPrice <= price : otherPrice >= price;
    }
}
