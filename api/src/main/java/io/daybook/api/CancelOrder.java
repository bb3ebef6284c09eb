package io.daybook.api;

/**
 * Takes a live order off the book.
 *
 * @param uid owner
 * @param symbol symbol
 * @param orderId live order
 */
public record CancelOrder(long uid, int symbol, long orderId) implements Command {
    @Override
    public CommandType type() {
        return CommandType.CANCEL_ORDER;
    }
}
