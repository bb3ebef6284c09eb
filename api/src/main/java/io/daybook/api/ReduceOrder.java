package io.daybook.api;

/**
 * Takes lots off a live order, which keeps its priority.
 *
 * @param uid owner
 * @param symbol symbol
 * @param orderId live order
 * @param size lots to take off, ≥ 1; if fewer remain, all are taken off
 */
public record ReduceOrder(long uid, int symbol, long orderId, long size) implements Command {
    @Override
    public CommandType type() {
        return CommandType.REDUCE_ORDER;
    }
}
