package io.daybook.risk.account;

import io.daybook.kernel.slab.Slab;
import io.daybook.risk.position.PositionSteps;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;

/**
 * The only writer of balances and holds. Money enters and leaves through {@link #adjust}. Every other entry has its
 * counter-entry in the same method: in another account, in the fees, or in the position whose cost it settles. So
 * balances, positions, fees and adjustments of a currency add up to 0 by construction. A result that overflows 64 bits
 * throws {@link ArithmeticException}, which halts the exchange.
 *
 * <p>Used by one thread.
 */
public final class Ledger {
    private static final int BALANCE = Positions.BALANCE;
    private static final int HELD = Positions.HELD;
    private static final int STRIDE_SHIFT = Positions.ACCOUNT_STRIDE_SHIFT;

    private final Users users;
    private final Positions positions;
    private final PositionSteps steps;
    private final Accounts accounts;
    private final Currencies currencies;
    private final Slab records;

    /** Creates the ledger of users who may have positions. */
    public Ledger(final Users users, final Positions positions, final Accounts accounts, final Currencies currencies) {
        this.users = users;
        this.positions = positions;
        this.steps = positions.steps();
        this.accounts = accounts;
        this.currencies = currencies;
        this.records = positions.accountRecords();
    }

    /** Deposits an amount, or withdraws it if negative. */
    public void adjust(final int account, final long amount) {
        addToBalance(account, amount);
        currencies.addAdjustment(accounts.currencyIndex(account), -amount);
    }

    /** Reserves an amount ≥ 0. */
    public void hold(final int account, final long amount) {
        final long[] record = records.chunk(account);
        final int base = Slab.base(account, STRIDE_SHIFT);
        if (amount < 0) {
            throw new IllegalStateException("held must not be negative: amount=" + amount);
        }
        record[base + HELD] = Math.addExact(record[base + HELD], amount);
    }

    /** Releases a part of the reserved amount. */
    public void release(final int account, final long amount) {
        final long[] record = records.chunk(account);
        final int base = Slab.base(account, STRIDE_SHIFT);
        record[base + HELD] = leftOf(record[base + HELD], amount);
    }

    private static long leftOf(final long held, final long released) {
        final long left = held - released;
        if ((released | left) < 0) {
            throw new IllegalStateException("released must be at most held: held=" + held + " released=" + released);
        }
        return left;
    }

    /** Moves an amount ≥ 0 from one account to another of the same currency. */
    public void transfer(final int from, final int to, final long amount) {
        addToBalance(from, -amount);
        addToBalance(to, amount);
    }

    /**
     * Settles a trade of a pair: the bidder pays the asker, and both pay a fee ≥ 0. The accounts are of one currency.
     */
    public void pay(final int bidder, final int asker, final long notional, final long bidderFee, final long askerFee) {
        book(bidder, 0, -notional, bidderFee);
        book(asker, 0, notional, askerFee);
    }

    /**
     * Settles trades of a future: releases a part of the hold, books the profit (negative for a loss) that closing a
     * position realised, and takes a fee ≥ 0. The counter-entry of the profit is the position's cost.
     */
    public void settleFuture(final int account, final long released, final long profit, final long fee) {
        book(account, released, profit, fee);
    }

    private void book(final int account, final long released, final long gain, final long fee) {
        final long[] record = records.chunk(account);
        final int base = Slab.base(account, STRIDE_SHIFT);
        final int currencyIndex = (int) record[base + Accounts.NEXT_AND_CURRENCY];
        record[base + HELD] = leftOf(record[base + HELD], released);
        record[base + BALANCE] = Math.subtractExact(Math.addExact(record[base + BALANCE], gain), fee);
        currencies.addFee(currencyIndex, fee);
    }

    /**
     * Holds the funds of an order for a future, makes its lots pending and counts it, if
     * {@link PositionSteps#addPendingIfCovered} decides at once that it is covered.
     *
     * @param mostOrders the most live orders of a user
     * @param fee the hold of the order, in quote minor units, ≥ 0
     * @return whether it is done; if not, nothing has changed
     */
    public boolean holdIfCovered(
            final int userIndex,
            final int mostOrders,
            final Symbol symbol,
            final boolean bid,
            final long lots,
            final long fee) {
        final long[] user = users.record(userIndex);
        final int userBase = Users.base(userIndex);
        int position = Users.latestPositionBelow(user, userBase, mostOrders);
        if (!steps.isIn(position, symbol)) {
            position = position == Users.TOO_MANY_ORDERS ? Positions.NONE : accounts.findPosition(userIndex, symbol);
        }
        if (position == Positions.NONE) {
            return false;
        }
        final int account = steps.addPendingIfCovered(position, symbol, bid, lots, fee);
        if (account == Positions.NONE) {
            return false;
        }
        hold(account, fee);
        Users.addLiveOrder(user, userBase);
        return true;
    }

    /**
     * Takes lots off a live order for a future: {@link #releasePending} in its owner's account; counts the order off if
     * it has ended.
     */
    public void takeOff(
            final int userIndex,
            final Symbol symbol,
            final boolean bid,
            final long lots,
            final long released,
            final boolean ended) {
        releasePending(countOff(userIndex, ended, symbol), symbol, bid, lots, released);
    }

    /** Releases the hold of lots of a live order for a future, and takes them out of its position. */
    public void releasePending(
            final int position, final Symbol symbol, final boolean bid, final long lots, final long released) {
        release(steps.portfolio(position), released);
        steps.removePending(position, symbol, bid, lots);
    }

    /**
     * Does {@link #settleFuture} for a side with a single trade in its command, and the trade of its position. Counts
     * its order off if it has ended.
     *
     * @param lots bought; negative for sold lots
     */
    public void settleTrade(
            final int userIndex,
            final boolean ended,
            final Symbol symbol,
            final long lots,
            final long price,
            final long released,
            final long fee) {
        final int position = countOff(userIndex, ended, symbol);
        final int account = steps.portfolio(position);
        settleFuture(account, released, steps.trade(position, symbol, lots, price), fee);
    }

    /** Counts an order off if it has ended, and finds the position of its owner. */
    private int countOff(final int userIndex, final boolean ended, final Symbol symbol) {
        final int latest = users.countOff(userIndex, ended ? 1 : 0);
        return steps.isIn(latest, symbol) ? latest : accounts.findPosition(userIndex, symbol);
    }

    /** Creates the object that settles takers of futures. */
    public FuturesTaker newTaker() {
        return new FuturesTaker(this, positions);
    }

    /** Restores an account from a snapshot; the caller restores the counter-entries too. */
    public void restore(final int account, final long balance, final long held) {
        records.set(account, BALANCE, balance);
        records.set(account, HELD, held);
    }

    /** Moves the amounts of an account, which stay the same, to another record; the caller frees the old one. */
    static void move(final Slab records, final int from, final int to) {
        records.set(to, BALANCE, records.get(from, BALANCE));
        records.set(to, HELD, records.get(from, HELD));
    }

    /** Restores the exchange's own accounts, which must be empty, from a snapshot. */
    public void restoreOwn(final int currencyIndex, final long fees, final long adjustments) {
        currencies.addFee(currencyIndex, fees);
        currencies.addAdjustment(currencyIndex, adjustments);
    }

    private void addToBalance(final int account, final long amount) {
        final long[] record = records.chunk(account);
        final int base = Slab.base(account, STRIDE_SHIFT);
        record[base + BALANCE] = Math.addExact(record[base + BALANCE], amount);
    }
}
