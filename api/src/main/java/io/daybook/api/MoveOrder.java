package io.daybook.api;

/**
 * Gives a live order another price. At the same price nothing changes and priority is kept; otherwise the order trades
 * as a taker as far as it crosses, and the rest goes to the tail of its new level.
 *
 * @param uid owner
 * @param symbol symbol
 * @param orderId live order
 * @param price new price in ticks
 */
public record MoveOrder(long uid, int symbol, long orderId, long price) implements Command {
    @Override
    public CommandType type() {
        return CommandType.MOVE_ORDER;
    }
}
