package io.daybook.model;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A user, with settings, accounts and positions. */
public final class User {
    private final long uid;
    private final TreeMap<Integer, Account> accounts = new TreeMap<>();
    private final TreeMap<Integer, Position> positions = new TreeMap<>();
    boolean suspended;
    long lastTxid;
    StpMode stpMode = StpMode.NONE;
    /** The group for self-trade prevention; 0 for none. */
    long stpGroup;

    long maxOpenOrders = Exact.MAX_LIVE_ORDERS;

    User(final long uid) {
        this.uid = uid;
    }

    public long uid() {
        return uid;
    }

    public boolean isSuspended() {
        return suspended;
    }

    public long lastTxid() {
        return lastTxid;
    }

    /** The account of a currency; a new one has only zeros, which is the same as no account. */
    public Account account(final int currency) {
        return accounts.computeIfAbsent(currency, c -> new Account());
    }

    public SortedMap<Integer, Position> positions() {
        return positions;
    }

    /** The position in a contract, or an empty one that is not kept. */
    Position positionOrEmpty(final Market market) {
        final Position position = positions.get(market.spec().symbol());
        return position == null ? new Position(market) : position;
    }

    Position openPosition(final Market market) {
        return positions.computeIfAbsent(market.spec().symbol(), s -> new Position(market));
    }

    void forgetIfEmpty(final Position position) {
        if (position.isEmpty()) {
            positions.remove(position.spec().symbol());
        }
    }

    /** Every currency in which this user has an account, or a position that is settled in it. */
    public SortedSet<Integer> currencies() {
        final SortedSet<Integer> currencies = new TreeSet<>(accounts.keySet());
        positions.values().forEach(position -> currencies.add(position.spec().quote()));
        return currencies;
    }

    List<Position> positionsIn(final int currency) {
        final List<Position> inCurrency = new ArrayList<>();
        for (final Position position : positions.values()) {
            if (position.spec().quote() == currency) {
                inCurrency.add(position);
            }
        }
        return inCurrency;
    }

    public BigInteger equity(final int currency) {
        BigInteger equity = account(currency).balance();
        for (final Position position : positionsIn(currency)) {
            equity = equity.add(position.unrealizedPnl());
        }
        return equity;
    }

    public BigInteger margin(final int currency) {
        BigInteger margin = BigInteger.ZERO;
        for (final Position position : positionsIn(currency)) {
            margin = margin.add(position.requiredMargin());
        }
        return margin;
    }

    public BigInteger available(final int currency) {
        final Account account = account(currency);
        return account.balance().min(equity(currency)).subtract(account.held()).subtract(margin(currency));
    }
}
