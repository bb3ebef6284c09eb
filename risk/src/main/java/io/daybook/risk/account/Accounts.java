package io.daybook.risk.account;

import io.daybook.kernel.money.WideSum;
import io.daybook.kernel.slab.LongIndex;
import io.daybook.kernel.slab.Slab;
import io.daybook.risk.position.PositionSteps;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;
import java.util.function.IntConsumer;

/**
 * The accounts of all users: what a user owns of a currency, what of it is held, and through the portfolio what futures
 * quoted in it need. An account is addressed by a handle; the accounts of a user are a chain, which is walked while it
 * is short and has an index besides when it is not.
 *
 * <p>Account record, 4 longs: balance; held; next account and currency index; 0. One with a portfolio has 8 longs, of
 * which the others are the portfolio's ({@link Positions}): then both have the same handle.
 *
 * <p>Used by one thread. Amounts are written by the {@link Ledger}, and by {@link PositionSteps} with the position that
 * they belong to.
 */
public final class Accounts {

    /** The handle of no account. */
    public static final int NONE = Slab.NONE;

    private static final int BALANCE = Positions.BALANCE;
    private static final int HELD = Positions.HELD;
    private static final int NEXT_AND_CURRENCY = 2;
    private static final int STRIDE_SHIFT = Positions.ACCOUNT_STRIDE_SHIFT;

    private static final int LONGEST_WALK = 8;

    private final Users users;
    private final Positions positions;
    private final PositionSteps steps;
    private final Slab records;
    private final LongIndex index = new LongIndex();
    private final WideSum sum = new WideSum();

    /**
     * The accounts of some users, whose records their positions have: none at first. Of copies, to be walked by another
     * thread, those of a user with many cannot be looked up.
     */
    public Accounts(final Users users, final Positions positions) {
        this.users = users;
        this.positions = positions;
        this.steps = positions.steps();
        this.records = positions.accountRecords();
    }

    /** The account of a user in a currency, or {@link #NONE}. */
    public int find(final int userIndex, final int currencyIndex) {
        if (users.areAccountsIndexed(userIndex)) {
            final int found = index.get(key(userIndex, currencyIndex));
            return found == LongIndex.MISSING ? NONE : found;
        }
        int account = users.firstAccount(userIndex);
        while (account != NONE) {
            final long nextAndCurrency = records.get(account, NEXT_AND_CURRENCY);
            if ((int) nextAndCurrency == currencyIndex) {
                return account;
            }
            account = (int) (nextAndCurrency >>> 32);
        }
        return NONE;
    }

    /** The account of a user in a currency, opened empty if there is none yet. */
    public int findOrOpen(final int userIndex, final int currencyIndex) {
        final int found = find(userIndex, currencyIndex);
        return found != NONE ? found : open(userIndex, currencyIndex);
    }

    /** All that the user owns of the currency, in minor units; can be negative. */
    public long balance(final int account) {
        return records.get(account, BALANCE);
    }

    /** The part reserved by live orders. */
    public long held(final int account) {
        return records.get(account, HELD);
    }

    /** Dense index of the currency. */
    public int currencyIndex(final int account) {
        return (int) records.get(account, NEXT_AND_CURRENCY);
    }

    /** The portfolio of futures quoted in the currency, or {@link Positions#NONE}. */
    public int portfolio(final int account) {
        return positions.isPortfolio(account) ? account : Positions.NONE;
    }

    /** Whether the portfolio has positions; it stays when it has none left. */
    public boolean hasPositions(final int account) {
        final int portfolio = portfolio(account);
        return portfolio != Positions.NONE && positions.count(portfolio) != 0;
    }

    /**
     * Opens an empty portfolio in an account without one, whose record then lies elsewhere. The record of before, of 32
     * bytes, is for the next account that opens without a portfolio; nothing makes pairs of such records again. So of
     * each kind there are never more than there were accounts of it at a time, and two at most for the pairs' places.
     *
     * @return the new handle of the account
     */
    public int openPortfolio(final int userIndex, final int account) {
        final int longer = records.allocatePair();
        final long nextAndCurrency = records.get(account, NEXT_AND_CURRENCY);
        records.set(longer, BALANCE, balance(account));
        records.set(longer, HELD, held(account));
        records.set(longer, NEXT_AND_CURRENCY, nextAndCurrency);
        positions.openPortfolio(longer, userIndex);
        if (users.firstAccount(userIndex) == account) {
            users.firstAccount(userIndex, longer);
        } else {
            int previous = users.firstAccount(userIndex);
            while (next(previous) != account) {
                previous = next(previous);
            }
            records.set(previous, NEXT_AND_CURRENCY, (long) longer << 32 | currencyIndex(previous));
        }
        if (users.areAccountsIndexed(userIndex)) {
            final long key = key(userIndex, (int) nextAndCurrency);
            index.remove(key);
            index.put(key, longer);
        }
        records.free(account);
        return longer;
    }

    /** The position of a user in a future, or {@link Positions#NONE}. */
    public int positionOf(final int userIndex, final Symbol symbol) {
        final int latest = users.latestPosition(userIndex);
        return steps.isIn(latest, symbol) ? latest : findPosition(userIndex, symbol);
    }

    private int findPosition(final int userIndex, final Symbol symbol) {
        final int account = find(userIndex, symbol.quoteIndex());
        if (account == NONE || !positions.isPortfolio(account)) {
            return Positions.NONE;
        }
        final int position = positions.find(account, symbol.index());
        if (position != Positions.NONE) {
            users.latestPosition(userIndex, position);
        }
        return position;
    }

    /** What can be newly held or withdrawn, in minor units, exact; the sum is overwritten by the next call. */
    public WideSum available(final int account) {
        final long balance = balance(account);
        final int portfolio = portfolio(account);
        sum.set(balance);
        if (portfolio != Positions.NONE) {
            positions.addUnrealizedPnl(portfolio, sum);
            sum.clampTo(balance).subtract(positions.margin(portfolio));
        }
        return sum.subtract(held(account));
    }

    /**
     * Whether an amount is available. Nearly always this needs no walk over the positions: the amount is available even
     * with the worst result that they can have.
     *
     * @param amount minor units, ≥ 0
     */
    public boolean isAvailable(final int account, final long amount) {
        final long balance = balance(account);
        if (balance < amount) {
            return false;
        }
        final long free = balance - held(account);
        if (free < amount) {
            return false;
        }
        final int portfolio = portfolio(account);
        if (portfolio == Positions.NONE
                || free - positions.margin(portfolio) + positions.worstResult(portfolio) >= amount) {
            return true;
        }
        return available(account).isAtLeast(amount);
    }

    /**
     * Reserves what an order for a future needs and counts it, if it is clear at once that its owner may have it:
     * {@link PositionSteps#holdIfCovered}.
     *
     * @param mostOrders that a user may have
     * @param lots within {@link Symbol#mostLotsAtOnce}
     * @param fee what the order reserves, in quote minor units, ≥ 0
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
            position = position == Users.TOO_MANY_ORDERS ? Positions.NONE : findPosition(userIndex, symbol);
            if (position == Positions.NONE) {
                return false;
            }
        }
        if (!steps.holdIfCovered(position, symbol, bid, lots, fee)) {
            return false;
        }
        Users.addLiveOrder(user, userBase);
        return true;
    }

    /** Whether some account of a user has less than nothing available. */
    public boolean hasDeficit(final int userIndex) {
        int account = users.firstAccount(userIndex);
        while (account != NONE) {
            if (available(account).signum() < 0) {
                return true;
            }
            account = next(account);
        }
        return false;
    }

    /** Visits the accounts of a user, in no particular order. */
    public void forEach(final int userIndex, final IntConsumer visitor) {
        int account = users.firstAccount(userIndex);
        while (account != NONE) {
            final int following = next(account);
            visitor.accept(account);
            account = following;
        }
    }

    /** Forgets the accounts of a user if there is nothing in them: no balance, nothing held, no positions. */
    public void forgetIfEmpty(final int userIndex) {
        for (int account = users.firstAccount(userIndex); account != NONE; account = next(account)) {
            if ((balance(account) | held(account)) != 0 || hasPositions(account)) {
                return;
            }
        }
        final boolean indexed = users.areAccountsIndexed(userIndex);
        int account = users.firstAccount(userIndex);
        while (account != NONE) {
            final int following = next(account);
            if (indexed) {
                index.remove(key(userIndex, currencyIndex(account)));
            }
            if (positions.isPortfolio(account)) {
                records.freePair(account);
            } else {
                records.free(account);
            }
            account = following;
        }
        users.accounts(userIndex, NONE, 0);
        users.accountsIndexed(userIndex, false);
    }

    void balance(final int account, final long amount) {
        records.set(account, BALANCE, amount);
    }

    void held(final int account, final long amount) {
        records.set(account, HELD, amount);
    }

    /** Takes an amount off what is held, if it is a part of it; returns whether it is. */
    boolean release(final int account, final long amount) {
        final long[] record = records.chunk(account);
        final int base = Slab.base(account, STRIDE_SHIFT);
        final long left = record[base + HELD] - amount;
        if ((amount | left) < 0) {
            return false;
        }
        record[base + HELD] = left;
        return true;
    }

    /**
     * {@link #release}, and lots of a live order leave the position in a future.
     *
     * @param amount what they had reserved
     */
    boolean releasePending(
            final int account, final Symbol symbol, final boolean bid, final long lots, final long amount) {
        final long[] record = records.chunk(account);
        final int base = Slab.base(account, STRIDE_SHIFT);
        final long left = record[base + HELD] - amount;
        if ((amount | left) < 0) {
            return false;
        }
        record[base + HELD] = left;
        steps.removePending(positions.find(account, symbol.index()), symbol, bid, lots);
        return true;
    }

    /**
     * Lots of a live order for a future are taken off: {@link #releasePending} in its owner's account, and if it has
     * ended, it is counted off.
     *
     * @param ended 1 if it has, 0 if not
     */
    boolean takeOff(
            final int userIndex,
            final Symbol symbol,
            final boolean bid,
            final long lots,
            final long amount,
            final int ended) {
        return steps.takeOffAtOnce(users.countOff(userIndex, ended), symbol, bid, lots, amount)
                || takeOff(userIndex, symbol, bid, lots, amount);
    }

    private boolean takeOff(
            final int userIndex, final Symbol symbol, final boolean bid, final long lots, final long amount) {
        final int position = positionOf(userIndex, symbol);
        return steps.takeOffAtOnce(position, symbol, bid, lots, amount)
                || releasePending(steps.portfolio(position), symbol, bid, lots, amount);
    }

    /**
     * {@link #settle} in the account of a user, with the profit of the only trade of a future that its order has in a
     * command, which is also booked in the position; if the order has ended, it is counted off.
     *
     * @param ended 1 if it has, 0 if not
     * @param lots that it bought; negative where it sold
     */
    boolean settleTrade(
            final int userIndex,
            final int ended,
            final Symbol symbol,
            final long lots,
            final long price,
            final long released,
            final long fee) {
        return steps.tradeAtOnce(users.countOff(userIndex, ended), symbol, lots, price, released, fee)
                || settleTrade(userIndex, symbol, lots, price, released, fee);
    }

    private boolean settleTrade(
            final int userIndex,
            final Symbol symbol,
            final long lots,
            final long price,
            final long released,
            final long fee) {
        final int position = positionOf(userIndex, symbol);
        if (steps.tradeAtOnce(position, symbol, lots, price, released, fee)) {
            return true;
        }
        final int account = steps.portfolio(position);
        final long left = held(account) - released;
        if ((released | left) < 0) {
            return false;
        }
        final long profit = steps.tradeOnce(position, symbol, lots > 0, Math.abs(lots), price);
        return settle(account, released, profit, fee);
    }

    /** {@link #release}, and then books a profit and takes a fee; returns whether the release was a part. */
    boolean settle(final int account, final long released, final long profit, final long fee) {
        final long[] record = records.chunk(account);
        final int base = Slab.base(account, STRIDE_SHIFT);
        final long left = record[base + HELD] - released;
        if ((released | left) < 0) {
            return false;
        }
        record[base + HELD] = left;
        record[base + BALANCE] = Math.subtractExact(Math.addExact(record[base + BALANCE], profit), fee);
        return true;
    }

    void addToBalance(final int account, final long amount) {
        final long[] record = records.chunk(account);
        final int base = Slab.base(account, STRIDE_SHIFT);
        record[base + BALANCE] = Math.addExact(record[base + BALANCE], amount);
    }

    private int open(final int userIndex, final int currencyIndex) {
        final int account = records.allocate();
        final int following = users.firstAccount(userIndex);
        records.set(account, NEXT_AND_CURRENCY, (long) following << 32 | currencyIndex);
        final int count = users.accountCount(userIndex) + 1;
        users.accounts(userIndex, account, count);
        if (users.areAccountsIndexed(userIndex)) {
            index.put(key(userIndex, currencyIndex), account);
        } else if (count > LONGEST_WALK) {
            forEach(userIndex, each -> index.put(key(userIndex, currencyIndex(each)), each));
            users.accountsIndexed(userIndex, true);
        }
        return account;
    }

    private int next(final int account) {
        return (int) (records.get(account, NEXT_AND_CURRENCY) >>> 32);
    }

    private static long key(final int userIndex, final int currencyIndex) {
        return (long) (userIndex + 1) << 32 | currencyIndex;
    }
}
