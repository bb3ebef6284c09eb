package io.daybook.model;

import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/** The whole state of an exchange. */
public final class State {
    final TreeMap<Integer, Market> markets = new TreeMap<>();
    final TreeMap<Long, User> users = new TreeMap<>();
    final TreeMap<Integer, BigInteger> fees = new TreeMap<>();
    final TreeMap<Integer, BigInteger> adjustments = new TreeMap<>();

    /** Time of the last command. */
    long time;

    State() {}

    public long time() {
        return time;
    }

    public SortedMap<Integer, Market> markets() {
        return markets;
    }

    public SortedMap<Long, User> users() {
        return users;
    }

    public BigInteger feesOf(final int currency) {
        return fees.getOrDefault(currency, BigInteger.ZERO);
    }

    public BigInteger adjustmentsOf(final int currency) {
        return adjustments.getOrDefault(currency, BigInteger.ZERO);
    }
}
