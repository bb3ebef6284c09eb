package io.daybook.server.spot;

import io.daybook.api.FeeType;
import io.daybook.api.Listing;
import io.daybook.wire.json.Json;
import java.math.BigDecimal;

/** Fees as shares of the traded value, the form of the dialect. */
final class SpotRates {
    private static final int DECIMALS = 8;
    private static final int MILLIONTH = 6;

    private SpotRates() {}

    /** Returns whether the fees of a pair are shares of the value. Fees per lot are known only with each fill. */
    static boolean areShares(final Listing listing) {
        return listing.spec().feeType() == FeeType.PROPORTIONAL;
    }

    /** Writes millionths as a decimal. */
    static String text(final long millionths) {
        return BigDecimal.valueOf(millionths, MILLIONTH).setScale(DECIMALS).toPlainString();
    }

    /** Writes the fees of a pair, by their parts, into an open object. There are no taxes and no discounts. */
    static void commissions(final Json json, final String standard, final String tax, final Listing listing) {
        if (!areShares(listing)) {
            throw SpotErrors.of(
                    SpotErrors.NOT_VALID,
                    "The fees of this symbol are per lot, not shares of the value: each fill has its fee.");
        }
        rates(json, standard, maker(listing), taker(listing));
        rates(json, tax, text(0), text(0));
        json.object("discount")
                .put("enabledForAccount", false)
                .put("enabledForSymbol", false)
                .put("discountAsset", listing.quote().name())
                .put("discount", text(0))
                .end();
    }

    private static void rates(final Json json, final String name, final String maker, final String taker) {
        json.object(name)
                .put("maker", maker)
                .put("taker", taker)
                .put("buyer", text(0))
                .put("seller", text(0))
                .end();
    }

    static String maker(final Listing listing) {
        return text(listing.spec().makerFee());
    }

    static String taker(final Listing listing) {
        return text(listing.spec().takerFee());
    }
}
