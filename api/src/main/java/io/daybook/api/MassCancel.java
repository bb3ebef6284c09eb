package io.daybook.api;

import org.jspecify.annotations.Nullable;

/**
 * Cancels many orders, dormant ones too: those of a user, of a symbol, or of a user in a symbol. At most 4,096 per
 * command; if more are left, the result has {@code more}, and the command is sent again.
 *
 * @param uid their owner, or 0 for every user
 * @param symbol their symbol, or 0 for all symbols of the user
 * @param side of the orders to cancel; null for both
 * @param flagged whether only flagged orders are cancelled
 * @param suspend whether the user is suspended first (a kill switch); the user may already be suspended
 */
public record MassCancel(long uid, int symbol, @Nullable Side side, boolean flagged, boolean suspend)
        implements Command {
    @Override
    public CommandType type() {
        return CommandType.MASS_CANCEL;
    }
}
