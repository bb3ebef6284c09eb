package io.daybook.trading.strategy;

import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.trading.OrderState;
import io.daybook.trading.Parameters;
import io.daybook.trading.Strategy;
import io.daybook.trading.Trader;
import io.daybook.trading.feature.Feature;
import java.util.SplittableRandom;

/**
 * Noise with a seed: at each tick of its timer it sends, moves or cancels orders at random places. A share of its
 * requests is wild, far too large or too far away, so that a gate has something to refuse.
 */
public final class RandomTrader implements Strategy {
    private static final int PERCENT = 100;
    private static final long NS_PER_US = 1_000;
    private static final long PER_TICK = 1_000;
    private static final long WILD_DISTANCE = 1_000;
    private static final long WILD_SIZE = 1_000_000;

    private final SplittableRandom dice;
    private final long clip;
    private final long width;
    private final long everyNs;
    private final int takes;
    private final int wild;
    private final int burst;

    /** Set in {@link #onStart}, before all other calls. */
    @SuppressWarnings("NullAway.Init")
    private Trader trader;

    /** The last fair price of each symbol, which prices start from while its book is stale. */
    private long[] fairs = {};

    /**
     * Reads these parameters: {@code seed}; {@code everyUs}, the microseconds between two ticks of the timer;
     * {@code clip}, the most lots of an order; {@code width}, the most ticks between a price and the fair price;
     * {@code takes}, the percentage of orders that cross; {@code wild}, the number of wild requests in 10,000;
     * {@code burst}, the number of requests at each tick.
     */
    public RandomTrader(final Parameters parameters) {
        dice = new SplittableRandom(parameters.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
        everyNs = NS_PER_US * parameters.number("everyUs", 10_000, 1, 1L << 40);
        clip = parameters.number("clip", 10, 1, 1L << 30);
        width = parameters.number("width", 5, 1, 1L << 30);
        takes = (int) parameters.number("takes", 50, 0, PERCENT);
        wild = (int) parameters.number("wild", 0, 0, PERCENT * PERCENT);
        burst = (int) parameters.number("burst", 1, 1, 1 << 20);
    }

    @Override
    public void onStart(final Trader ofThis) {
        trader = ofThis;
        fairs = new long[trader.symbols().size()];
        trader.timer(everyNs);
    }

    @Override
    public void onTimer(final long nowNs) {
        for (int i = 0; i < burst; i++) {
            act();
        }
    }

    private void act() {
        final int index = dice.nextInt(fairs.length);
        final int symbol = trader.symbols().get(index);
        final int side = dice.nextInt(2);
        final int level = dice.nextInt(trader.orders().levels());
        final long fair = trader.features().fairPrice(symbol);
        fairs[index] = fair == Feature.ABSENT ? fairs[index] : fair;
        if (fairs[index] == 0) {
            return; // there was no fair price yet
        }
        final boolean isWild = dice.nextInt(PERCENT * PERCENT) < wild;
        final boolean isFar = isWild && dice.nextBoolean();
        final long size = (1 + dice.nextLong(clip)) * (isWild && !isFar ? WILD_SIZE : 1);
        final boolean crosses = dice.nextInt(PERCENT) < takes;
        final long away = (isFar ? WILD_DISTANCE : 1) * (1 + dice.nextLong(width)) * (crosses ? -1 : 1);
        final long price = Math.max(1, fairs[index] / PER_TICK + (side == OrderLevels.BID ? -away : away));
        final OrderState state = trader.orders().order(symbol, side, level).state();
        if (state == OrderState.NONE) {
            trader.orders().place(symbol, side, level, crosses ? OrderType.IOC : OrderType.GTC, price, size);
        } else if (dice.nextBoolean()) {
            trader.orders().replace(symbol, side, level, price, size);
        } else {
            trader.orders().cancel(symbol, side, level);
        }
    }
}
