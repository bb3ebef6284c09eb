package io.daybook.perf.workload;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;

/**
 * Holds and settles as the contract says, in plain maps, and fails when an order would be refused for lack of funds.
 */
final class NaiveFunds {
    private static final class Account {
        long balance;
        long held;
    }

    private static final class Position {
        final SymbolSetup symbol;
        long signedLots;
        long openPriceSum;

        Position(final SymbolSetup symbol) {
            this.symbol = symbol;
        }
    }

    private final Map<Long, Map<Integer, Account>> accounts = new HashMap<>();
    private final Map<Long, Map<Integer, Position>> positions = new HashMap<>();
    private final Map<Integer, Long> marks = new HashMap<>();

    NaiveFunds(final WorkloadSetup setup) {
        setup.forEachAccount((uid, currency, amount) -> {
            final Account account = new Account();
            account.balance = amount;
            accounts.computeIfAbsent(uid, u -> new HashMap<>()).put(currency, account);
        });
    }

    void accept(final NaiveOrder order) {
        final Account account = account(order);
        final long hold = hold(order, order.remaining);
        assertTrue(hold <= account.balance - account.held, () -> "funds of order " + order.orderId);
        if (order.symbol.market() == Market.FUTURES) {
            final long equity = account.balance + unrealized(order.uid, order.symbol.quoteCurrency());
            assertTrue(account.held + hold <= equity, () -> "equity for order " + order.orderId);
        }
        account.held += hold;
    }

    /** Before the remaining sizes change. */
    void settle(final NaiveOrder taker, final NaiveOrder maker, final long price, final long lots) {
        marks.put(maker.symbol.symbol(), price);
        settleOne(taker, price, lots, taker.symbol.takerFee());
        settleOne(maker, price, lots, maker.symbol.makerFee());
    }

    /** The lots leave the market; before the remaining size changes. */
    void release(final NaiveOrder order, final long lots) {
        account(order).held -= hold(order, order.remaining) - hold(order, order.remaining - lots);
    }

    private void settleOne(final NaiveOrder order, final long price, final long lots, final long feePerLot) {
        release(order, lots);
        final SymbolSetup symbol = order.symbol;
        final Account quote = accounts.get(order.uid).get(symbol.quoteCurrency());
        quote.balance -= lots * feePerLot;
        if (symbol.market() == Market.PAIR) {
            final int sign = order.bid ? 1 : -1;
            quote.balance -= sign * lots * price * symbol.tickValue();
            accounts.get(order.uid).get(symbol.baseCurrency()).balance += sign * lots * symbol.lotSize();
        } else {
            settlePosition(order, quote, price, lots);
        }
    }

    private void settlePosition(final NaiveOrder order, final Account quote, final long price, final long lots) {
        final Position position = positions
                .computeIfAbsent(order.uid, u -> new HashMap<>())
                .computeIfAbsent(order.symbol.symbol(), s -> new Position(order.symbol));
        final int sign = order.bid ? 1 : -1;
        final long open = Math.abs(position.signedLots);
        final long closed = Long.signum(position.signedLots) == -sign ? Math.min(open, lots) : 0;
        if (closed > 0) {
            final long cost = position.openPriceSum * closed / open;
            quote.balance -= sign * (closed * price - cost) * order.symbol.tickValue();
            position.openPriceSum -= cost;
        }
        position.signedLots += sign * lots;
        position.openPriceSum += (lots - closed) * price;
    }

    private long unrealized(final long uid, final int currency) {
        long sum = 0;
        for (Position position : positions.getOrDefault(uid, Map.of()).values()) {
            if (position.symbol.quoteCurrency() != currency || position.signedLots == 0) continue;
            final long mark = marks.get(position.symbol.symbol());
            final long value = Math.abs(position.signedLots) * mark - position.openPriceSum;
            sum += Long.signum(position.signedLots) * value * position.symbol.tickValue();
        }
        return sum;
    }

    private Account account(final NaiveOrder order) {
        final boolean inBase = order.symbol.market() == Market.PAIR && !order.bid;
        return accounts.get(order.uid).get(inBase ? order.symbol.baseCurrency() : order.symbol.quoteCurrency());
    }

    private static long hold(final NaiveOrder order, final long lots) {
        final SymbolSetup symbol = order.symbol;
        if (symbol.market() == Market.FUTURES) return lots * symbol.takerFee();
        if (!order.bid) return lots * symbol.lotSize();
        if (order.type != CommandRecord.FOK_BUDGET) {
            return lots * (order.reserve * symbol.tickValue() + symbol.takerFee());
        }
        return lots == 0 ? 0 : order.price * symbol.tickValue() + order.size * symbol.takerFee();
    }
}
