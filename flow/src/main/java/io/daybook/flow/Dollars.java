package io.daybook.flow;

import java.math.BigDecimal;

/** Prices of recorded days, which count 1/10,000 dollar. */
public final class Dollars {
    /** The number of digits after the point. */
    public static final int DECIMALS = 4;

    private Dollars() {}

    /** Returns a price with its four decimals. */
    public static String text(final long price) {
        return BigDecimal.valueOf(price, DECIMALS).toPlainString();
    }
}
