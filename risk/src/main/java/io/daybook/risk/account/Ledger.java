package io.daybook.risk.account;

import io.daybook.risk.position.PositionSteps;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;

/**
 * The way to balances and holds for all but futures, whose holds ({@link Accounts#holdIfCovered}) and settlement
 * ({@link PositionSteps}, {@link Accounts}) compute theirs in one piece. Money enters and leaves through
 * {@link #adjust}. Every other entry has its counter-entry in the same method or, for futures, in the position whose
 * cost it settles and in {@link #addFees}: so balances, positions, fees and adjustments of a currency add up to 0. What
 * would leave 64 bits throws {@link ArithmeticException}, which halts the exchange.
 *
 * <p>Used by one thread.
 */
public final class Ledger {
    private final Accounts accounts;
    private final Currencies currencies;

    /** A ledger over some accounts. */
    public Ledger(final Accounts accounts, final Currencies currencies) {
        this.accounts = accounts;
        this.currencies = currencies;
    }

    /** Deposits an amount, or withdraws it if negative. */
    public void adjust(final int account, final long amount) {
        addToBalance(account, amount);
        currencies.addAdjustment(accounts.currencyIndex(account), -amount);
    }

    /** Reserves an amount ≥ 0. */
    public void hold(final int account, final long amount) {
        if (amount < 0) {
            throw new IllegalStateException("held must not be negative: amount=" + amount);
        }
        accounts.held(account, Math.addExact(accounts.held(account), amount));
    }

    /** Gives back a part of what is reserved. */
    public void release(final int account, final long amount) {
        if (!accounts.release(account, amount)) {
            throw notHeld(account, amount);
        }
    }

    private IllegalStateException notHeld(final int account, final long amount) {
        return new IllegalStateException(
                "released must be within held: held=" + accounts.held(account) + " released=" + amount);
    }

    /** Moves an amount ≥ 0 from one account to another of the same currency. */
    public void transfer(final int from, final int to, final long amount) {
        addToBalance(from, -amount);
        addToBalance(to, amount);
    }

    /** Takes a fee ≥ 0. */
    public void takeFee(final int account, final long fee) {
        addToBalance(account, -fee);
        currencies.addFee(accounts.currencyIndex(account), fee);
    }

    /**
     * Settles one side of a trade of a future: gives back a part of what is reserved, books the profit, or loss if
     * negative, that closing a position realised, and takes a fee ≥ 0. The counter-entry of the profit is the
     * position's cost.
     *
     * @param currencyIndex of the account
     */
    public void settleFuture(
            final int account, final int currencyIndex, final long released, final long profit, final long fee) {
        if (!accounts.settle(account, released, profit, fee)) {
            throw notHeld(account, released);
        }
        currencies.addFee(currencyIndex, fee);
    }

    /** Gives back what lots of a live order for a future have reserved, and takes them out of its position. */
    public void releasePending(
            final int account, final Symbol symbol, final boolean bid, final long lots, final long released) {
        if (!accounts.releasePending(account, symbol, bid, lots, released)) {
            throw notHeld(account, released);
        }
    }

    /** {@link #releasePending} in the account of an owner, whose order is counted off if it has ended. */
    public void takeOff(
            final int userIndex,
            final Symbol symbol,
            final boolean bid,
            final long lots,
            final long released,
            final boolean ended) {
        if (!accounts.takeOff(userIndex, symbol, bid, lots, released, ended ? 1 : 0)) {
            throw notHeld(accounts.find(userIndex, symbol.quoteIndex()), released);
        }
    }

    /**
     * {@link #settleFuture} of a side that has one trade in its command, with the trade itself
     * ({@link PositionSteps#tradeAtOnce}), but for the counter-entry of its fee, which is {@link #addFees}. Its order
     * is counted off if it has ended.
     *
     * @param lots that it bought; negative where it sold
     */
    public void settleTrade(
            final int userIndex,
            final boolean ended,
            final Symbol symbol,
            final long lots,
            final long price,
            final long released,
            final long fee) {
        if (!accounts.settleTrade(userIndex, ended ? 1 : 0, symbol, lots, price, released, fee)) {
            throw notHeld(accounts.find(userIndex, symbol.quoteIndex()), released);
        }
    }

    /** The counter-entry of the fees that {@link #settleTrade} took of some sides. */
    public void addFees(final Symbol symbol, final long fees) {
        currencies.addFee(symbol.quoteIndex(), fees);
    }

    /** What settles the taker of a future. */
    public FuturesTaker newTaker(final Positions positions) {
        return new FuturesTaker(accounts, positions, currencies);
    }

    /** Writes what a snapshot says; the caller restores the counter-entries too. */
    public void restore(final int account, final long balance, final long held) {
        accounts.balance(account, balance);
        accounts.held(account, held);
    }

    /** Writes what a snapshot says of the exchange's own accounts, which are empty before. */
    public void restoreOwn(final int currencyIndex, final long fees, final long adjustments) {
        currencies.addFee(currencyIndex, fees);
        currencies.addAdjustment(currencyIndex, adjustments);
    }

    private void addToBalance(final int account, final long amount) {
        accounts.addToBalance(account, amount);
    }
}
