package io.daybook.risk.account;

import io.daybook.risk.position.PositionTrade;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;

/**
 * The taker of a future while its trades are settled one after the other. Its position is read once before the trades,
 * and position and account are written once after them; no other code may change either in between. Used by one thread.
 */
public final class FuturesTaker {
    private final Ledger ledger;
    private final Positions positions;
    private final PositionTrade trade = new PositionTrade();

    private int account;
    private int position;
    private long lots;
    private long profit;
    private long fees;

    FuturesTaker(final Ledger ledger, final Positions positions) {
        this.ledger = ledger;
        this.positions = positions;
    }

    /** Reads the taker's position and account. */
    public void begin(final int takerAccount, final int takerPosition) {
        account = takerAccount;
        position = takerPosition;
        trade.begin(positions.signedVolume(takerPosition), positions.openPriceSum(takerPosition));
        lots = 0;
        profit = 0;
        fees = 0;
    }

    /** Settles the taker's side of a trade except its hold: adds the profit, and a fee ≥ 0. */
    public void trade(final Symbol symbol, final boolean bought, final long traded, final long price, final long fee) {
        profit = Math.addExact(profit, trade.of(symbol, bought, traded, price));
        lots += traded; // the lots of one order, so below 2^41
        fees = Math.addExact(fees, fee);
    }

    /**
     * Writes position and account, with margin and sums; only for a position that nothing but these trades has changed.
     *
     * @param gone the lots that the taker's order lost, traded or not
     */
    public void end(final Symbol symbol, final boolean bought, final long gone) {
        ledger.settleFuture(account, 0, profit, fees);
        positions.steps().endTrades(position, symbol, bought, gone, trade);
    }

    /** Writes position and account, except margin and sums. */
    public void end(final Symbol symbol, final boolean bought) {
        ledger.settleFuture(account, 0, profit, fees);
        positions.traded(position, symbol, bought, lots, trade);
    }
}
