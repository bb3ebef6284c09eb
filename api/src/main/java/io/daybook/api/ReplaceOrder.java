package io.daybook.api;

/**
 * Gives a live order another price, size, id, or trigger. The size is the total: what the order has traded, or lost by
 * reductions, counts. At the same price, and with no more lots, the order keeps its place; else it enters anew.
 *
 * @param uid owner
 * @param symbol symbol
 * @param orderId live order
 * @param newOrderId its id from then on; 0 for the same
 * @param price ticks
 * @param size lots, 1 to 2^40
 * @param reservePrice bids of pairs: the highest price of a later move; 0 for the price
 * @param trigger of dormant orders and of those with a stop price; 0 as before
 * @param stopPrice of orders with one; 0 as before
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

    /** Another price and size under the same id. */
    public static ReplaceOrder of(
            final long uid, final int symbol, final long orderId, final long price, final long size) {
        return new ReplaceOrder(uid, symbol, orderId, 0, price, size, 0, 0, 0);
    }

    @Override
    public CommandType type() {
        return CommandType.REPLACE_ORDER;
    }
}
