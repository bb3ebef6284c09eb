package io.daybook.flow;

import java.math.BigDecimal;

/** Formats the prices of recorded days, whose unit is 1/10,000 of a dollar. */
public final class Dollars {
    /** The number of digits after the point. */
    public static final int DECIMALS = 4;

    private Dollars() {}

    /** Returns a price with its four decimals. */
    public static String text(final long price) {
        return BigDecimal.valueOf(price, DECIMALS).toPlainString();
    }
}
