package io.daybook.api;

/**
 * Gives a live order another price, size, id, or trigger. The size is the total: it includes lots that the order has
 * traded or lost by reductions. At the same price, and with no more lots, the order keeps its place; otherwise it
 * enters again.
 *
 * @param uid owner
 * @param symbol symbol
 * @param orderId live order
 * @param newOrderId its new id; 0 for the same
 * @param price ticks
 * @param size lots, 1 to 2^40
 * @param reservePrice bids of pairs: the highest price of a later move; 0 for the price
 * @param trigger new trigger of a dormant order or one with a stop price; 0 for the same
 * @param stopPrice new stop price of an order with one; 0 for the same
 */
public record ReplaceOrder(
        long uid,
        int symbol,
        long orderId,
        long newOrderId,
        long price,
        long size,
        long reservePrice,
        long trigger,
        long stopPrice)
        implements Command {

    /** Changes price and size under the same id. */
    public static ReplaceOrder of(
            final long uid, final int symbol, final long orderId, final long price, final long size) {
        return new ReplaceOrder(uid, symbol, orderId, 0, price, size, 0, 0, 0);
    }

    @Override
    public CommandType type() {
        return CommandType.REPLACE_ORDER;
    }
}
