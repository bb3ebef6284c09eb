package io.daybook.flow.market;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AdjustBalance;
import io.daybook.api.Exchange;
import io.daybook.api.Limits;
import io.daybook.api.RestingOrders;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * A symbol of a recorded day: the book of the exchange, the users who own the recorded orders, and the outsider's
 * orders. 16 users a side share the orders, because a user may have only so many live ones; a user gets more money when
 * its orders may have spent half of what it had.
 */
final class House {
    private static final int USERS = 16;
    private static final int ASK = Side.ASK.code();
    private static final long HALF = Limits.MAX_ADJUSTMENT / 2;
    private static final long FIRST_USER = 1L << 32;
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final int MIX_SHIFT = Long.SIZE - 4;

    private final Exchange exchange;
    private final int symbol;
    private final RestingOrders orders;

    /** What a user may have spent since its last deposit: shares by asks, dollars by bids. */
    private final long[] spent = new long[2 * USERS];

    private long[] outsiders = new long[4];
    private int outsiderCount;
    private long lastTransaction = 1;

    private House(final Exchange exchange, final int symbol) {
        this.exchange = exchange;
        this.symbol = symbol;
        this.orders = exchange.restingOrders(symbol);
    }

    /**
     * Lists a symbol and makes its users.
     *
     * @param transaction of the first of two deposits for the outsider
     */
    static House open(
            final Exchange exchange, final int symbol, final long outsider, final long transaction, final long timeNs) {
        exchange.submit(
                        new AddSymbol(SymbolSpec.exchangePair(symbol, shares(symbol), dollars(symbol))
                                .build()),
                        0,
                        timeNs)
                .join();
        final Map<Integer, Long> plenty =
                new TreeMap<>(Map.of(shares(symbol), Limits.MAX_ADJUSTMENT, dollars(symbol), Limits.MAX_ADJUSTMENT));
        final Map<Long, Map<Integer, Long>> accounts = new TreeMap<>();
        for (int user = 0; user < 2 * USERS; user++) {
            accounts.put(uid(symbol, user), plenty);
        }
        exchange.submit(AddAccounts.of(accounts), 0, timeNs).join();
        long next = transaction;
        for (final Integer currency : plenty.keySet()) {
            exchange.submit(new AdjustBalance(outsider, currency, Limits.MAX_ADJUSTMENT, next++), 0, timeNs)
                    .join();
        }
        return new House(exchange, symbol);
    }

    private static int shares(final int symbol) {
        return 2 * symbol;
    }

    private static int dollars(final int symbol) {
        return 2 * symbol + 1;
    }

    private static long uid(final int symbol, final int user) {
        return FIRST_USER + (long) symbol * 2 * USERS + user;
    }

    int symbol() {
        return symbol;
    }

    RestingOrders orders() {
        return orders;
    }

    /** The owner of an order on a side. */
    long owner(final long id, final boolean isAsk) {
        return uid(symbol, user(id, isAsk));
    }

    private static int user(final long id, final boolean isAsk) {
        return (int) (id * MIX >>> MIX_SHIFT) + (isAsk ? USERS : 0);
    }

    /** Counts the cost of an order, and deposits money for its owner when that is due. */
    void spend(final long id, final boolean isAsk, final long price, final long size, final long timeNs) {
        final int user = user(id, isAsk);
        spent[user] = Math.addExact(spent[user], isAsk ? size : Math.multiplyExact(price, size));
        while (spent[user] >= HALF) {
            spent[user] -= HALF;
            lastTransaction++;
            exchange.submit(
                            new AdjustBalance(
                                    uid(symbol, user), isAsk ? shares(symbol) : dollars(symbol), HALF, lastTransaction),
                            0,
                            timeNs)
                    .join();
        }
    }

    void addOutsider(final long id) {
        if (outsiderCount == outsiders.length) {
            outsiders = Arrays.copyOf(outsiders, 2 * outsiderCount);
        }
        outsiders[outsiderCount++] = id;
    }

    /** The outsider's lots that come before a trade at a price: asks below it or bids above it. */
    long lotsThrough(final boolean asks, final long price) {
        long lots = 0;
        for (int i = 0; i < outsiderCount; i++) {
            if ((orders.sideCode(outsiders[i]) == ASK) == asks && isThrough(asks, orders.price(outsiders[i]), price)) {
                lots += orders.lots(outsiders[i]);
            }
        }
        return lots;
    }

    private static boolean isThrough(final boolean asks, final long own, final long price) {
        return asks ? own < price : own > price;
    }

    /** The outsider's lots at a price. */
    long lotsAt(final long price) {
        long lots = 0;
        for (int i = 0; i < outsiderCount; i++) {
            lots += orders.price(outsiders[i]) == price ? orders.lots(outsiders[i]) : 0;
        }
        return lots;
    }

    boolean hasOutsiders() {
        int kept = 0;
        for (int i = 0; i < outsiderCount; i++) {
            if (orders.lots(outsiders[i]) > 0) {
                outsiders[kept++] = outsiders[i];
            }
        }
        outsiderCount = kept;
        return kept > 0;
    }
}
