package io.daybook.flow.bots;

import io.daybook.api.Command;
import io.daybook.api.Listing;
import io.daybook.api.PlaceOrder;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * All bots of a market. They act in steps of their time. The commands of a step follow from the seed, the number of the
 * step and the market at the last {@link #look}. Used by one thread.
 */
public final class BotMarket {
    /** The length of a step. */
    public static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The length of a step before the market opens; such a step has fewer orders. */
    public static final long PAST_STEP_NS = TimeUnit.SECONDS.toNanos(2);

    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double SECONDS = STEP_NS / NS_PER_SECOND;
    private static final double USUAL_RATE = 60;
    private static final double LEAST_RATE = 20;
    private static final double MOST_RATE = 200;
    private static final double MOOD_S = 60;
    private static final double MOOD_WIDTH = 0.12;
    private static final double SCALE = 0.12; // a factor on taken sizes, because far more orders come than in the past
    private static final int ACTS_OF_THE_PAST = 2;

    private final SplittableRandom dice;
    private final FairPrices prices;
    private final Bots bots;
    private double mood;
    private double due;

    /** The destination of the bots' orders. */
    public interface Sender {
        /** Places an order without an id; the sender gives it one. */
        void place(PlaceOrder order);

        /** Sends any other command. */
        void send(Command command);
    }

    /**
     * Creates a market before its first step.
     *
     * @param listings finds a listing by its name
     */
    public BotMarket(final long seed, final Function<String, Listing> listings) {
        dice = new SplittableRandom(seed);
        prices = new FairPrices(dice.split());
        bots = new Bots(listings, prices, dice.split());
    }

    /** Continues from the prices of a market; 0 for a listing that has not traded. */
    public void goOn(final double btc, final double eth) {
        prices.goOn(btc, eth);
    }

    /** Lets only these bots trade a listing; without a call all bots trade all listings. */
    public void only(final BotListing listing, final Set<BotKind> kinds) {
        bots.only(listing, Set.copyOf(kinds));
    }

    /** Reads the market. Later changes are not visible until the next call. */
    public void look(final BotView view) {
        bots.look(view);
    }

    /** Sends the orders that complete the ladders of all makers, as they would be after some time. */
    public void fillLadders(final Sender out) {
        bots.fillLadders(out);
    }

    /** Makes one step of the trading before the market opens. It is longer and has fewer orders than a normal step. */
    public void stepOfThePast(final Sender out) {
        prices.step(PAST_STEP_NS / NS_PER_SECOND);
        for (int i = 0; i < ACTS_OF_THE_PAST; i++) {
            bots.act(1, out);
        }
    }

    /**
     * Makes the next step.
     *
     * @param times a factor for the usual number of orders
     */
    public void step(final int times, final Sender out) {
        mood += -mood * SECONDS / MOOD_S + MOOD_WIDTH * Math.sqrt(SECONDS) * dice.nextGaussian();
        prices.step(SECONDS);
        due += times * Math.max(LEAST_RATE, Math.min(USUAL_RATE * Math.exp(mood), MOST_RATE)) * SECONDS;
        for (; due >= 1; due--) {
            bots.act(SCALE, out);
        }
        bots.arbitrage(out);
    }
}
