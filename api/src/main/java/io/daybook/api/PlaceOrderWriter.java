package io.daybook.api;

/** Fills a claimed slot with a {@link PlaceOrder}, which describes the fields. */
public interface PlaceOrderWriter extends CommandWriter<PlaceOrderWriter> {

    /** Owner. */
    PlaceOrderWriter uid(long uid);

    /** Symbol. */
    PlaceOrderWriter symbol(int symbol);

    /** The new order. */
    PlaceOrderWriter orderId(long orderId);

    /** Bid or ask. */
    PlaceOrderWriter side(Side side);

    /** What happens to lots that cannot trade at once. */
    PlaceOrderWriter type(OrderType type);

    /** Ticks, or a total for budget types. */
    PlaceOrderWriter price(long price);

    /** The highest price of a later move; 0 for the price. */
    PlaceOrderWriter reservePrice(long reservePrice);

    /** Lots. */
    PlaceOrderWriter size(long size);

    /**
     * Sets any term of orders, with its value as a number; see {@link OrderTerms}.
     *
     * @throws IllegalArgumentException if it is not a term of orders, see {@link Term#isOfOrder()}
     */
    PlaceOrderWriter term(Term term, long value);

    /** The order is dormant until the last price rises or falls to a price. */
    default PlaceOrderWriter trigger(final long price, final TriggerWhen when) {
        return term(Term.TRIGGER, price).term(Term.WHEN, when.code());
    }

    /** The order rests at its price, and enters at this one instead once its trigger is met. */
    default PlaceOrderWriter stopPrice(final long price) {
        return term(Term.STOP_PRICE, price);
    }

    /** The trigger follows the last price at a distance, in steps of at least {@code step}. */
    default PlaceOrderWriter trail(final long distance, final long step) {
        return term(Term.TRAIL, distance).term(Term.TRAIL_STEP, step);
    }

    /** This many lots are shown at a time. */
    default PlaceOrderWriter display(final long lots) {
        return term(Term.DISPLAY, lots);
    }

    /** No lot is shown. */
    default PlaceOrderWriter hidden() {
        return display(0);
    }

    /** At least this many lots must trade when the order enters. */
    default PlaceOrderWriter minSize(final long lots) {
        return term(Term.MIN_SIZE, lots);
    }

    /** The limit is this many ticks beyond the best opposite price. */
    default PlaceOrderWriter slippage(final long ticks) {
        return term(Term.SLIPPAGE, ticks);
    }

    /** If the order would cross, it rests one tick before the best opposite price. */
    default PlaceOrderWriter slide() {
        return term(Term.SLIDE, 1);
    }

    /** The order ends at a time, ns since the epoch. */
    default PlaceOrderWriter expireAt(final long timeNs) {
        return term(Term.EXPIRE_AT, timeNs);
    }

    /** Decides what happens if the order would trade with an order of its own user or group. */
    default PlaceOrderWriter stp(final StpMode mode) {
        return term(Term.STP, mode.code());
    }

    /** Mass cancels of flagged orders cancel this order. */
    default PlaceOrderWriter flagged() {
        return term(Term.FLAGGED, 1);
    }

    /**
     * The traded lots of this order feed another order on the other side.
     *
     * @param orderId of that order
     * @param price its limit, which takes the profit; 0 for none
     * @param trigger its trigger, which stops the loss; 0 for none
     * @param stopPrice its limit once the trigger is met; 0 without a trigger
     */
    default PlaceOrderWriter exit(final long orderId, final long price, final long trigger, final long stopPrice) {
        return term(Term.EXIT_ORDER_ID, orderId)
                .term(Term.EXIT_PRICE, price)
                .term(Term.EXIT_TRIGGER, trigger)
                .term(Term.EXIT_STOP_PRICE, stopPrice);
    }

    /** {@link Side#BID}. */
    default PlaceOrderWriter bid() {
        return side(Side.BID);
    }

    /** {@link Side#ASK}. */
    default PlaceOrderWriter ask() {
        return side(Side.ASK);
    }

    /** {@link OrderType#GTC}. */
    default PlaceOrderWriter gtc() {
        return type(OrderType.GTC);
    }

    /** {@link OrderType#IOC}. */
    default PlaceOrderWriter ioc() {
        return type(OrderType.IOC);
    }

    /** {@link OrderType#FOK}. */
    default PlaceOrderWriter fok() {
        return type(OrderType.FOK);
    }

    /** {@link OrderType#POST_ONLY}. */
    default PlaceOrderWriter postOnly() {
        return type(OrderType.POST_ONLY);
    }

    /** {@link OrderType#FOK_BUDGET}: the price is a total in ticks times lots. */
    default PlaceOrderWriter fokBudget() {
        return type(OrderType.FOK_BUDGET);
    }

    /** {@link OrderType#IOC_BUDGET}: the price is a total in ticks times lots. */
    default PlaceOrderWriter iocBudget() {
        return type(OrderType.IOC_BUDGET);
    }
}
