package io.daybook.risk.account;

import io.daybook.kernel.money.WideSum;
import io.daybook.kernel.slab.LongIndex;
import io.daybook.kernel.slab.Slab;
import io.daybook.risk.position.PositionSteps;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;
import java.util.function.IntConsumer;

/**
 * The accounts of all users: the balance of a user in a currency, the part of it that is held, and through the
 * portfolio the margin of futures quoted in that currency. An account is addressed by a handle; the accounts of a user
 * form a chain, which is walked while it is short and indexed when it is not.
 *
 * <p>Account record, 4 longs: balance; held; next account and currency index; 0. An account with a portfolio has 8
 * longs, the second half for the portfolio ({@link Positions}), and both share the handle.
 *
 * <p>Used by one thread. Only the {@link Ledger} writes amounts.
 */
public final class Accounts {

    /** The handle of no account. */
    public static final int NONE = Slab.NONE;

    private static final int BALANCE = Positions.BALANCE;
    private static final int HELD = Positions.HELD;
    static final int NEXT_AND_CURRENCY = 2;

    private static final int LONGEST_WALK = 8;

    private final Users users;
    private final Positions positions;
    private final PositionSteps steps;
    private final Slab records;
    private final LongIndex index = new LongIndex();
    private final WideSum sum = new WideSum();

    /**
     * Creates the accounts of users, none at first, in the account records of {@code positions}. In a copy, which
     * another thread walks, accounts cannot be looked up if their user has so many that they are indexed.
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

    /** The part of the balance that live orders reserve. */
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

    /** Whether the portfolio has positions; an empty portfolio stays. */
    public boolean hasPositions(final int account) {
        final int portfolio = portfolio(account);
        return portfolio != Positions.NONE && positions.count(portfolio) != 0;
    }

    /**
     * Opens an empty portfolio in an account without one; the account moves to a longer record. The next new account
     * uses the old record of 32 bytes; such records are never joined into pairs again. So there are at most as many
     * records of a kind as there were accounts of that kind at one time, plus two that the placement of pairs may cost.
     *
     * @return the new handle of the account
     */
    public int openPortfolio(final int userIndex, final int account) {
        final int longer = records.allocatePair();
        final long nextAndCurrency = records.get(account, NEXT_AND_CURRENCY);
        Ledger.move(records, account, longer);
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

    /** Does what {@link #positionOf} does if the latest position of the user is in another symbol. */
    int findPosition(final int userIndex, final Symbol symbol) {
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

    /** The exact amount that can be newly held or withdrawn, in minor units; the next call overwrites the sum. */
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
     * Whether an amount is available. Nearly always this needs no walk over the positions, because the amount is
     * available even with their worst possible result.
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

    /** Whether some account of a user has a negative available amount. */
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

    /** Removes the accounts of a user that are empty: no balance, nothing held, no positions. */
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
