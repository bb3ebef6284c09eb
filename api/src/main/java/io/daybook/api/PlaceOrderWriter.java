package io.daybook.api;

/** Fills a claimed slot with a {@link PlaceOrder}; see there for the fields. */
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
