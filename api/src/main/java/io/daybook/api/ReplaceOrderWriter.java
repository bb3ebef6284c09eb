package io.daybook.api;

/** Fills a claimed slot with a {@link ReplaceOrder}, which describes the fields. */
public interface ReplaceOrderWriter extends CommandWriter<ReplaceOrderWriter> {

    /** Owner. */
    ReplaceOrderWriter uid(long uid);

    /** Symbol. */
    ReplaceOrderWriter symbol(int symbol);

    /** Live order. */
    ReplaceOrderWriter orderId(long orderId);

    /** The new id of the order; 0 for the same. */
    ReplaceOrderWriter newOrderId(long newOrderId);

    /** New price in ticks. */
    ReplaceOrderWriter price(long price);

    /** New total in lots, including lots that the order has traded or lost by reductions. */
    ReplaceOrderWriter size(long size);

    /** The highest price of a later move; 0 for the price. */
    ReplaceOrderWriter reservePrice(long reservePrice);

    /** New trigger in ticks; 0 for the same. */
    ReplaceOrderWriter trigger(long trigger);

    /** New stop price in ticks; 0 for the same. */
    ReplaceOrderWriter stopPrice(long stopPrice);
}
