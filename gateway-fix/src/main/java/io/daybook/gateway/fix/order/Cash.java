package io.daybook.gateway.fix.order;

import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.gateway.fix.decimal.DecimalStep;
import java.math.BigDecimal;

/** Converts an amount of money (152) to a budget of the engine, in ticks times lots; refuses it unless exact. */
final class Cash {
    private Cash() {}

    /** Returns ticks times lots, or a refusal of {@link DecimalStep}. */
    static long ticksTimesLots(final Listing listing, final String amount) {
        final long steps = step(listing).steps(amount);
        return steps > Limits.MAX_BUDGET ? DecimalStep.TOO_LARGE : steps;
    }

    /** Returns why an amount was refused. */
    static String refusal(final Listing listing, final String amount) {
        return step(listing).refusal(amount);
    }

    /** The cost of one tick for one lot. */
    private static DecimalStep step(final Listing listing) {
        final BigDecimal one = listing.tick().multiply(listing.lot());
        return new DecimalStep("amount", one.stripTrailingZeros());
    }
}
