package io.daybook.model;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** An order, live or about to be. */
public final class Order {
    private final long uid;
    private final Spec spec;
    private final Side side;
    long orderId;
    OrderType type;
    long price;
    long reservePrice;
    long size;
    /** All live lots of this order, including those that wait. */
    long remaining;
    /** Lots of an exit that have not entered the book yet. */
    long waiting;
    /**
     * Lots that the entry of this exit traded in the current act: money is held for them, but this order gets them only
     * when the act ends.
     */
    long fresh;
    /** The lots of this order that its level shows; 0 while the order is in no level, or is hidden. */
    long shown;
    /** The amount that this order has reserved now. */
    BigInteger held = BigInteger.ZERO;

    Terms terms;
    StpMode stpMode = StpMode.NONE;
    long stpGroup;
    /** The number of this order among the orders that its market has accepted. */
    long acceptance;
    /** Whether the order is in a level. */
    boolean rests;
    /** Whether the order is in the trigger book. */
    boolean armed;
    /** The bracket of which the order is the entry or the exit. */
    @Nullable
    Bracket bracket;

    Order(final Command.Place placed, final Spec spec) {
        this(placed.orderId(), placed.uid(), spec, placed.side(), placed.type(), placed.price(), placed.terms());
        this.reservePrice = reservePriceOf(side, spec, placed.reservePrice(), price, terms.stopPrice());
        this.size = placed.size();
        this.remaining = placed.size();
    }

    Order(
            final long orderId,
            final long uid,
            final Spec spec,
            final Side side,
            final OrderType type,
            final long price,
            final Terms terms) {
        this.orderId = orderId;
        this.uid = uid;
        this.spec = spec;
        this.side = side;
        this.type = type;
        this.price = price;
        this.terms = terms;
    }

    /** The reserve price of an order, whether or not its command asks for one. */
    static long reservePriceOf(
            final Side side, final Spec spec, final long asked, final long price, final long stopPrice) {
        if (side == Side.ASK || !spec.isPair()) {
            return 0;
        }
        return asked == 0 ? Math.max(price, stopPrice) : asked;
    }

    public long orderId() {
        return orderId;
    }

    public long uid() {
        return uid;
    }

    public Spec spec() {
        return spec;
    }

    public Side side() {
        return side;
    }

    public OrderType type() {
        return type;
    }

    public long price() {
        return price;
    }

    /** The price up to which a bid of a pair may be moved, 0 on all other orders. */
    public long reservePrice() {
        return reservePrice;
    }

    public long size() {
        return size;
    }

    public long remaining() {
        return remaining;
    }

    public Terms terms() {
        return terms;
    }

    /** Whether the order is in a level. */
    public boolean isResting() {
        return rests;
    }

    /** Whether the order waits for its trigger outside the book. */
    public boolean isDormant() {
        return armed && !rests;
    }

    /**
     * Whether the order is an exit whose lots all wait; such an exit gets the trigger of its bracket when it enters.
     */
    boolean waitsForItsAct() {
        return isExit() && lotsHere() == 0;
    }

    /** Lots that have entered the book, or are about to. */
    long lotsHere() {
        return remaining - waiting;
    }

    /** The lots of this order that a taker can trade before the next order has its turn. */
    long tradable() {
        return terms.isHidden() ? lotsHere() : shown;
    }

    public boolean isExit() {
        return bracket != null && bracket.exit == this;
    }

    /** Whether the order is the entry of a bracket that has not ended. */
    public boolean isEntry() {
        return bracket != null && bracket.entry == this;
    }

    boolean isBudgetBid() {
        return type.isBudget() && side == Side.BID;
    }

    /** The currency of the amount that this order holds. */
    int holdCurrency() {
        return spec.isPair() && side == Side.ASK ? spec.base() : spec.quote();
    }

    /** The amount that this order must hold with its remaining lots; a budget bid holds all until it ends. */
    BigInteger requiredHold() {
        return holdOf(remaining + fresh, reservePrice, isEntry() || bracket == null && terms.exit() != null);
    }

    /** The amount that this order would have to hold with these lots and this reserve price. */
    BigInteger holdOf(final long lots, final long reserve, final boolean withExit) {
        if (!spec.isPair()) {
            return Exact.product(lots, spec.takerFee(), withExit ? 2 : 1);
        }
        if (side == Side.ASK) {
            return spec.baseOf(lots);
        }
        if (isBudgetBid()) {
            final BigInteger budget = Exact.product(price, spec.tickValue());
            return budget.add(
                    spec.isPerLot()
                            ? Exact.product(size, spec.takerFee())
                            : Spec.partsPerMillion(budget, spec.takerFee()));
        }
        return spec.notional(lots, reserve).add(spec.fee(lots, reserve, spec.takerFee()));
    }

    /** Takes lots off: first those that wait, then those that are not shown. */
    void shrink(final long lots) {
        remaining -= lots;
        waiting -= Math.min(waiting, lots);
        shown = Math.min(shown, lotsHere());
    }

    /** Shows the lots that an order shows when it enters a level. */
    void showPeak() {
        final Long display = terms.display();
        shown = display == null ? lotsHere() : Math.min(display, lotsHere());
    }

    /** Whether this order, with a limit, would trade at a price of the other side. */
    boolean accepts(final long otherPrice, final long limit) {
        return type.isBudget() || (side == Side.BID ? otherPrice <= limit : otherPrice >= limit);
    }
}
