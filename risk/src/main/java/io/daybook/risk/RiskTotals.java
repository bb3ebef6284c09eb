package io.daybook.risk;

import io.daybook.api.TotalsReport;
import io.daybook.kernel.money.WideSum;
import io.daybook.risk.account.Accounts;
import io.daybook.risk.account.Currencies;
import io.daybook.risk.account.Users;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The exact sums over all users, per currency and per symbol. A walk over everything computes them, so they also audit
 * the sums that the engine keeps. Read them before the next command. Not for the hot path; used by the engine's thread.
 */
public final class RiskTotals {
    private final RiskState state;
    private final WideSum[] balances;
    private final WideSum[] held;
    private final WideSum[] positions;
    private final WideSum[] longs;
    private final WideSum[] shorts;

    RiskTotals(final RiskState state) {
        this.state = state;
        this.balances = sums(state.currencies.count());
        this.held = sums(state.currencies.count());
        this.positions = sums(state.currencies.count());
        this.longs = sums(state.symbols.count());
        this.shorts = sums(state.symbols.count());
        final Users users = state.users;
        for (int userIndex = 0; userIndex < users.count(); userIndex++) {
            state.accounts.forEach(userIndex, this::addAccount);
        }
    }

    /** The rows of a totals report, by currency, saturated; those that are all 0 are left out. */
    public List<TotalsReport.CurrencyTotals> currencies() {
        final Currencies currencies = state.currencies;
        final List<TotalsReport.CurrencyTotals> rows = new ArrayList<>();
        for (int i = 0; i < currencies.count(); i++) {
            final TotalsReport.CurrencyTotals row = new TotalsReport.CurrencyTotals(
                    currencies.id(i),
                    balances[i].saturated(),
                    held[i].saturated(),
                    currencies.fees(i),
                    currencies.adjustments(i),
                    positions[i].saturated());
            if ((row.balances() | row.held() | row.fees() | row.adjustments() | row.positions()) != 0) {
                rows.add(row);
            }
        }
        rows.sort(Comparator.comparingInt(TotalsReport.CurrencyTotals::currency));
        return rows;
    }

    /** Lots of all long positions in the symbol with an index, saturated. */
    public long openInterestLong(final int symbolIndex) {
        return longs[symbolIndex].saturated();
    }

    /** Lots of all short positions in the symbol with an index, saturated. */
    public long openInterestShort(final int symbolIndex) {
        return shorts[symbolIndex].saturated();
    }

    /**
     * Audits the state: per currency balances, positions, fees and adjustments add up to 0; per symbol there are as
     * many lots long as short; the stored sums of each portfolio equal those of its positions; and the latest position
     * of each user belongs to that user.
     *
     * @throws IllegalStateException naming the currency, symbol, portfolio or user
     */
    public void requireBalanced() {
        for (int userIndex = 0; userIndex < state.users.count(); userIndex++) {
            state.accounts.forEach(userIndex, this::requireConsistent);
            final int latest = state.users.latestPosition(userIndex);
            if (latest != Positions.NONE && !state.positions.isOf(userIndex, latest)) {
                throw new IllegalStateException(
                        "the latest position of a user must be its own: uid=" + state.users.uid(userIndex));
            }
        }
        final Currencies currencies = state.currencies;
        final WideSum sum = new WideSum();
        for (int i = 0; i < currencies.count(); i++) {
            sum.set(currencies.fees(i))
                    .add(currencies.adjustments(i))
                    .add(balances[i])
                    .add(positions[i]);
            if (sum.signum() != 0) {
                throw new IllegalStateException("a currency must add up to 0: currency=" + currencies.id(i) + " sum="
                        + sum.saturated() + " balances=" + balances[i].saturated());
            }
        }
        for (int i = 0; i < longs.length; i++) {
            if (openInterestLong(i) != openInterestShort(i)) {
                throw new IllegalStateException("longs must equal shorts: symbol="
                        + state.symbols.at(i).spec().symbol() + " long=" + openInterestLong(i) + " short="
                        + openInterestShort(i));
            }
        }
    }

    private void addAccount(final int account) {
        final Accounts accounts = state.accounts;
        final int currency = accounts.currencyIndex(account);
        balances[currency].add(accounts.balance(account));
        held[currency].add(accounts.held(account));
        final int portfolio = accounts.portfolio(account);
        if (portfolio != Positions.NONE) {
            state.positions.forEach(portfolio, position -> addPosition(currency, position));
        }
    }

    private void requireConsistent(final int account) {
        final int portfolio = state.accounts.portfolio(account);
        if (portfolio != Positions.NONE) {
            state.positions.requireConsistent(portfolio);
        }
    }

    private void addPosition(final int currency, final int position) {
        final Symbol symbol = state.symbols.at(state.positions.symbolIndex(position));
        final long volume = state.positions.signedVolume(position);
        final long cost = state.positions.openPriceSum(position);
        positions[currency].addProduct(volume > 0 ? -cost : cost, symbol.tickValue());
        if (volume > 0) {
            longs[symbol.index()].add(volume);
        } else {
            shorts[symbol.index()].subtract(volume);
        }
    }

    private static WideSum[] sums(final int count) {
        final WideSum[] sums = new WideSum[count];
        for (int i = 0; i < count; i++) {
            sums[i] = new WideSum();
        }
        return sums;
    }
}
