package io.daybook.gateway.fix.order;

import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.gateway.fix.decimal.DecimalStep;
import java.math.BigDecimal;

/** An amount of money (152) as a budget of the engine, in ticks times lots: exact, or refused. */
final class Cash {
    private Cash() {}

    /** Ticks times lots, or a refusal of {@link DecimalStep}. */
    static long ticksTimesLots(final Listing listing, final String amount) {
        final long steps = step(listing).steps(amount);
        return steps > Limits.MAX_BUDGET ? DecimalStep.TOO_LARGE : steps;
    }

    /** Why an amount was refused. */
    static String refusal(final Listing listing, final String amount) {
        return step(listing).refusal(amount);
    }

    /** The cost of one tick for one lot. */
    private static DecimalStep step(final Listing listing) {
        final BigDecimal one = listing.tick().multiply(listing.lot());
        return new DecimalStep("amount", one.stripTrailingZeros());
    }
}
