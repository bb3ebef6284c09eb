package io.daybook.model;

import java.math.BigInteger;

/** A user's balance in one currency, and the part of it that live orders reserve. */
public final class Account {
    private BigInteger balance = BigInteger.ZERO;
    private BigInteger held = BigInteger.ZERO;

    Account() {}

    public BigInteger balance() {
        return balance;
    }

    public BigInteger held() {
        return held;
    }

    void add(final BigInteger amount) {
        balance = Exact.kept(balance.add(amount));
    }

    void hold(final BigInteger amount) {
        held = Exact.kept(held.add(amount));
    }
}
