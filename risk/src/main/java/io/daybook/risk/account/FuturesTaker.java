package io.daybook.risk.account;

import io.daybook.risk.position.PositionTrade;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;

/**
 * The taker of a future while its trades are settled one after the other: what its account and position say is read
 * once before them and written once after them; in between nobody else may touch either. Each trade is checked as if it
 * were written at once. Used by one thread.
 */
public final class FuturesTaker {
    private final Accounts accounts;
    private final Positions positions;
    private final Currencies currencies;
    private final PositionTrade trade = new PositionTrade();

    private int account;
    private int position;
    private long balance;
    private long lots;
    private long fees;

    FuturesTaker(final Accounts accounts, final Positions positions, final Currencies currencies) {
        this.accounts = accounts;
        this.positions = positions;
        this.currencies = currencies;
    }

    /** Reads what the taker has. */
    public void begin(final int takerAccount, final int takerPosition) {
        account = takerAccount;
        position = takerPosition;
        balance = accounts.balance(takerAccount);
        trade.begin(positions.signedVolume(takerPosition), positions.openPriceSum(takerPosition));
        lots = 0;
        fees = 0;
    }

    /** Settles its side of a trade, but for what it had reserved: books the profit, and takes a fee ≥ 0. */
    public void trade(final Symbol symbol, final boolean bought, final long traded, final long price, final long fee) {
        final long profit = trade.of(symbol, bought, traded, price);
        balance = Math.subtractExact(Math.addExact(balance, profit), fee);
        lots += traded; // of one order, so below 2^41
        fees = Math.addExact(fees, fee);
    }

    /**
     * Writes what it has now, where nothing else of its position has changed.
     *
     * @param gone lots that its order lost, traded or not
     */
    public void end(final Symbol symbol, final boolean bought, final long gone) {
        accounts.balance(account, balance);
        positions.steps().endTrades(position, symbol, bought, gone, trade);
        currencies.addFee(symbol.quoteIndex(), fees);
    }

    /** Writes what it has now, but for margin and sums. */
    public void end(final Symbol symbol, final boolean bought) {
        accounts.balance(account, balance);
        positions.traded(position, symbol, bought, lots, trade);
        currencies.addFee(symbol.quoteIndex(), fees);
    }
}
