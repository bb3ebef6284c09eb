package io.daybook.flow.bots;

import java.util.SplittableRandom;

/**
 * The fair prices for the bots: two random walks that tend back to their start, a cross rate that follows them with a
 * delay, so that an arbitrageur can trade, and a future that varies about its underlying. Used by one thread.
 */
final class FairPrices {
    private static final double VOLATILITY = 1.5e-4; // of the logarithm of a price, per second
    private static final double SHARED = 0.8;
    private static final double OWN = 0.6;
    private static final double ETH_MORE = 1.25;
    private static final double RETURN_S = 172_800;
    private static final double CROSS_LAG_S = 45;
    private static final double BASIS_RETURN_S = 600;
    private static final double BASIS_VOLATILITY = 4e-5;
    private static final double BTC_EUR = 60_000;
    private static final double ETH_EUR = 3_000;

    private final SplittableRandom dice;
    private double btcEur = BTC_EUR;
    private double ethEur = ETH_EUR;
    private double ethBtc = ETH_EUR / BTC_EUR;
    private double basis;

    FairPrices(final SplittableRandom dice) {
        this.dice = dice;
    }

    /** Continues from the prices of a market; 0 for one that has not traded. */
    void goOn(final double btc, final double eth) {
        btcEur = btc > 0 ? btc : btcEur;
        ethEur = eth > 0 ? eth : ethEur;
        ethBtc = ethEur / btcEur;
    }

    /** Moves the prices by some time. */
    void step(final double seconds) {
        final double width = VOLATILITY * Math.sqrt(seconds);
        final double shared = dice.nextGaussian();
        btcEur *= Math.exp(width * shared - Math.log(btcEur / BTC_EUR) * seconds / RETURN_S);
        ethEur *= Math.exp(ETH_MORE * width * (SHARED * shared + OWN * dice.nextGaussian())
                - Math.log(ethEur / ETH_EUR) * seconds / RETURN_S);
        ethBtc += (ethEur / btcEur - ethBtc) * Math.min(1, seconds / CROSS_LAG_S);
        basis += -basis * Math.min(1, seconds / BASIS_RETURN_S)
                + BASIS_VOLATILITY * Math.sqrt(seconds) * dice.nextGaussian();
    }

    /** The fair price in quote currency for one unit of base currency. */
    double of(final BotListing listing) {
        return switch (listing) {
            case BTC_EUR -> btcEur;
            case ETH_EUR -> ethEur;
            case ETH_BTC -> ethBtc;
            case BTC_PERP -> btcEur * (1 + basis);
        };
    }
}
