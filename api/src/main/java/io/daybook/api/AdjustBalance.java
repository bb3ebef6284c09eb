package io.daybook.api;

/**
 * Deposits (positive) or withdraws (negative) money.
 *
 * <p>The transaction id makes the command idempotent: the ids of a user strictly increase, and a command with an id
 * that was already applied is refused with a separate code.
 *
 * @param uid user
 * @param currency currency, ≥ 1
 * @param amount minor units, not 0, at most 2^53 either way
 * @param transactionId greater than the last one applied to this user, from 1
 */
public record AdjustBalance(long uid, int currency, long amount, long transactionId) implements Command {
    @Override
    public CommandType type() {
        return CommandType.ADJUST_BALANCE;
    }
}
