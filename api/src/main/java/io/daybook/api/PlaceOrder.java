package io.daybook.api;

import java.util.Objects;

/**
 * Places an order.
 *
 * @param uid owner
 * @param symbol symbol
 * @param orderId ≥ 1, not live in this symbol
 * @param side bid or ask
 * @param orderType what happens to the lots that cannot trade at once
 * @param price ticks; for budget types a total in ticks times lots
 * @param reservePrice bids of pairs: the highest price to which the order may later be moved; 0 means the price
 * @param size lots, 1 to 2^40
 */
public record PlaceOrder(
        long uid, int symbol, long orderId, Side side, OrderType orderType, long price, long reservePrice, long size)
        implements Command {

    /** Checks that nothing is missing; ranges are the engine's business. */
    public PlaceOrder {
        Objects.requireNonNull(side, "side");
        Objects.requireNonNull(orderType, "orderType");
    }

    /** A good-till-cancelled order that reserves its own price. */
    public static PlaceOrder gtc(
            final long uid, final int symbol, final long orderId, final Side side, final long price, final long size) {
        return new PlaceOrder(uid, symbol, orderId, side, OrderType.GTC, price, 0, size);
    }

    /** An immediate-or-cancel order. */
    public static PlaceOrder ioc(
            final long uid, final int symbol, final long orderId, final Side side, final long price, final long size) {
        return new PlaceOrder(uid, symbol, orderId, side, OrderType.IOC, price, 0, size);
    }

    /** This order of another type. */
    public PlaceOrder withType(final OrderType other) {
        return new PlaceOrder(uid, symbol, orderId, side, other, price, reservePrice, size);
    }

    /** This order with another reserve price. */
    public PlaceOrder withReservePrice(final long ticks) {
        return new PlaceOrder(uid, symbol, orderId, side, orderType, price, ticks, size);
    }

    @Override
    public CommandType type() {
        return CommandType.PLACE_ORDER;
    }
}
