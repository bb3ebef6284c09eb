package io.daybook.flow.market;

import io.daybook.api.AddAccounts;
import io.daybook.api.AdjustBalance;
import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.RestingOrders;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * A symbol of a recorded day: the book of the exchange, the users that own the recorded orders, and the outsiders'
 * orders. 16 users per side share the orders, because the number of live orders of a user is limited. A user gets more
 * money when its orders may have spent half of its money.
 */
final class House {
    private static final int USERS = 16;
    private static final int ASK = Side.ASK.code();
    private static final long HALF = Limits.MAX_ADJUSTMENT / 2;
    private static final long FIRST_USER = 1L << 32;
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final int MIX_SHIFT = Long.SIZE - 4;

    private final MarketGround ground;
    private final SymbolSpec spec;
    private final RestingOrders orders;
    private final LongConsumer found = this::addOutsider;

    /**
     * A bound for the spending of each user since its last deposit, in minor units: base currency by asks, quote by
     * bids.
     */
    private final long[] spent = new long[2 * USERS];

    /** The largest id of a recorded order so far. */
    private long highestId;

    private long[] outsiders = new long[4];
    private int outsiderCount;
    private long lastTransaction = 1;

    private House(final MarketGround ground, final SymbolSpec spec) {
        this.ground = ground;
        this.spec = spec;
        this.orders = ground.orders(spec.symbol());
    }

    /** Creates the users of a symbol. */
    static House open(final MarketGround ground, final int symbol, final long timeNs) {
        final SymbolSpec spec = ground.open(symbol, timeNs);
        final Map<Integer, Long> plenty = new TreeMap<>(
                Map.of(spec.baseCurrency(), Limits.MAX_ADJUSTMENT, spec.quoteCurrency(), Limits.MAX_ADJUSTMENT));
        final Map<Long, Map<Integer, Long>> accounts = new TreeMap<>();
        for (int user = 0; user < 2 * USERS; user++) {
            accounts.put(uid(symbol, user), plenty);
        }
        ground.exchange()
                .submit(AddAccounts.of(accounts), 0, ground.stampNs(timeNs))
                .join();
        return new House(ground, spec);
    }

    private static long uid(final int symbol, final int user) {
        return FIRST_USER + (long) symbol * 2 * USERS + user;
    }

    int symbol() {
        return spec.symbol();
    }

    RestingOrders orders() {
        return orders;
    }

    /** Returns the owner of an order on a side. */
    long owner(final long id, final boolean isAsk) {
        return owner(spec.symbol(), id, isAsk);
    }

    static long owner(final int symbol, final long id, final boolean isAsk) {
        return uid(symbol, user(id, isAsk));
    }

    /** Returns the users of a symbol. */
    static LongStream users(final int symbol) {
        return LongStream.range(uid(symbol, 0), uid(symbol, 2 * USERS));
    }

    private static int user(final long id, final boolean isAsk) {
        return (int) (id * MIX >>> MIX_SHIFT) + (isAsk ? USERS : 0);
    }

    /** Notes the id of a recorded order. */
    void name(final long id) {
        highestId = Math.max(highestId, id);
    }

    /** Returns whether an order may have had an id. A larger id than all earlier ones is new, as in most recordings. */
    boolean mayKnow(final long id) {
        return id <= highestId;
    }

    /** Counts the cost of an order, and deposits money for its owner when due. */
    void spend(final long id, final boolean isAsk, final long price, final long size, final long timeNs) {
        final int user = user(id, isAsk);
        spent[user] = Math.addExact(spent[user], isAsk ? Math.multiplyExact(size, spec.lotSize()) : cost(price, size));
        while (spent[user] >= HALF) {
            spent[user] -= HALF;
            lastTransaction++;
            ground.exchange()
                    .submit(
                            new AdjustBalance(
                                    uid(spec.symbol(), user),
                                    isAsk ? spec.baseCurrency() : spec.quoteCurrency(),
                                    HALF,
                                    lastTransaction),
                            0,
                            ground.stampNs(timeNs))
                    .join();
        }
    }

    /** Returns the notional of a bid and its fee, rounded up. */
    private long cost(final long price, final long size) {
        final long notional = Math.multiplyExact(Math.multiplyExact(price, size), spec.tickValue());
        if (spec.takerFee() == 0) {
            return notional;
        }
        return Math.addExact(
                notional,
                spec.feeType() == FeeType.PER_LOT
                        ? Math.multiplyExact(size, spec.takerFee())
                        : Math.multiplyExact(notional / Limits.FEE_SCALE + 1, spec.takerFee()));
    }

    void addOutsider(final long id) {
        if (outsiderCount == outsiders.length) {
            outsiders = Arrays.copyOf(outsiders, 2 * outsiderCount);
        }
        outsiders[outsiderCount++] = id;
    }

    /** Returns the outsider's lots that come before a trade at a price: asks below it or bids above it. */
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

    /** Returns the outsider's lots at a price. */
    long lotsAt(final long price) {
        long lots = 0;
        for (int i = 0; i < outsiderCount; i++) {
            lots += orders.price(outsiders[i]) == price ? orders.lots(outsiders[i]) : 0;
        }
        return lots;
    }

    boolean hasOutsiders() {
        findOutsiders();
        int kept = 0;
        for (int i = 0; i < outsiderCount; i++) {
            if (orders.lots(outsiders[i]) > 0) {
                outsiders[kept++] = outsiders[i];
            }
        }
        outsiderCount = kept;
        return kept > 0;
    }

    /** Replaces the stored orders, if the ground can list the orders of outsiders. */
    private void findOutsiders() {
        final int kept = outsiderCount;
        outsiderCount = 0;
        if (!ground.outsiders(spec.symbol(), found)) {
            outsiderCount = kept;
        }
    }
}
