package io.daybook.api;

import org.jspecify.annotations.Nullable;

/**
 * Cancels many orders, dormant ones too: those of a user, of a symbol, or of a user in a symbol. At most 4,096 a
 * command; where more are left the result says so, and the command is sent again.
 *
 * @param uid their owner, or 0 for every user
 * @param symbol their symbol, or 0 for all symbols of the user
 * @param side of orders that are taken; null for both
 * @param flagged whether only flagged orders are taken
 * @param suspend whether the user is suspended first, who may be so already: a kill switch
 */
public record MassCancel(long uid, int symbol, @Nullable Side side, boolean flagged, boolean suspend)
        implements Command {
    @Override
    public CommandType type() {
        return CommandType.MASS_CANCEL;
    }
}
