package io.daybook.trading.strategy;

import io.daybook.client.OrderType;
import io.daybook.client.book.OrderLevels;
import io.daybook.trading.Parameters;
import io.daybook.trading.Strategy;
import io.daybook.trading.Trader;
import io.daybook.trading.feature.Feature;
import io.daybook.trading.feature.Top;

/**
 * Follows large aggressors: when an aggressor takes a larger share of the best level than a threshold, the strategy
 * crosses the spread in the same direction. At regular times it trades half of its position back.
 */
public final class LiquidityTaker implements Strategy {
    private static final int LEVEL = 0;
    private static final long NS_PER_US = 1_000;

    private final long clip;
    private final long threshold;
    private final long backNs;

    /** Set in {@link #onStart}, before all other calls. */
    @SuppressWarnings("NullAway.Init")
    private Trader trader;

    /**
     * Reads these parameters: {@code clip}, the most lots of an order; {@code threshold}, the share of the best level
     * that an aggressor must exceed, in ppm; {@code backUs}, the microseconds between two checks of the position.
     */
    public LiquidityTaker(final Parameters parameters) {
        clip = parameters.number("clip", 10, 1, 1L << 40);
        threshold = parameters.number("threshold", 500_000, 1, 1L << 40);
        backNs = NS_PER_US * parameters.number("backUs", 100_000, 1, 1L << 40);
    }

    @Override
    public void onStart(final Trader ofThis) {
        trader = ofThis;
        trader.timer(backNs);
    }

    @Override
    public void onTrade(final int symbol, final long price, final long size, final int takerSide) {
        final long ratio = trader.features().aggressiveRatio(symbol);
        if (ratio != Feature.ABSENT && ratio > threshold) {
            take(symbol, takerSide, clip);
        }
    }

    @Override
    public void onTimer(final long nowNs) {
        for (int i = 0; i < trader.symbols().size(); i++) {
            final int symbol = trader.symbols().get(i);
            final long position = trader.positions().lots(symbol);
            final long back = Math.min(clip, (Math.abs(position) + 1) / 2);
            if (back > 0) {
                take(symbol, position > 0 ? OrderLevels.ASK : OrderLevels.BID, back);
            }
        }
    }

    private void take(final int symbol, final int side, final long size) {
        final Top top = trader.features().top(symbol);
        if (side == OrderLevels.BID && top.askSize() > 0) {
            trader.orders().place(symbol, side, LEVEL, OrderType.IOC, top.askPrice(), size);
        } else if (side == OrderLevels.ASK && top.bidSize() > 0) {
            trader.orders().place(symbol, side, LEVEL, OrderType.IOC, top.bidPrice(), size);
        }
    }
}
