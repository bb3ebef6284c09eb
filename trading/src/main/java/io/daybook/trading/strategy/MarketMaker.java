package io.daybook.trading.strategy;

import io.daybook.client.book.OrderLevels;
import io.daybook.trading.Order;
import io.daybook.trading.OrderState;
import io.daybook.trading.Parameters;
import io.daybook.trading.Sending;
import io.daybook.trading.Strategy;
import io.daybook.trading.Trader;
import io.daybook.trading.feature.Feature;
import io.daybook.trading.feature.Symbols;
import io.daybook.trading.feature.Top;
import java.util.Arrays;

/**
 * Quotes both sides around the fair price. A long position moves both quotes down, a short one up, so that the other
 * side trades first; beyond a threshold the side that would add to the position goes a step back. A quote is replaced
 * only when its size has changed, or its price by more than a slack. A price that the venue has refused is not tried
 * again before the book has changed. Without a fair price it cancels its quotes.
 */
public final class MarketMaker implements Strategy {
    private static final long PER_TICK = 1_000;
    private static final int SIDES = 2;

    private final long clip;
    private final long tick;

    /** The distance of a quote from the fair price, in 1/1,000 of the symbol's ticks. */
    private final long half;

    /** The distance by which a position of one clip moves the quotes, in 1/1,000 of the symbol's ticks. */
    private final long skew;

    private final long threshold;
    private final int quotes;

    /** How far a quote may be from the price that it should have, in the symbol's ticks. */
    private final long slack;

    /** For each place, the price that was sent last; 0 if none was. */
    private long[] sent = {};

    /** For each place, the price that the venue has refused; 0 if none was. */
    private long[] refused = {};

    /** Set in {@link #onStart}, before all other calls. */
    @SuppressWarnings("NullAway.Init")
    private Trader trader;

    @SuppressWarnings("NullAway.Init")
    private Symbols symbols;

    /**
     * Reads these parameters: {@code clip}, the lots of a quote; {@code tick}, the step of its prices in the symbol's
     * ticks (recorded days count prices in 1/10,000 dollar, so 100 is a cent); {@code half}, the distance of a quote
     * from the fair price, and {@code skew}, the distance by which a position of one clip moves the quotes, both in
     * 1/1,000 of a step; {@code threshold}, the lots of a position from which the side that would add to it goes a step
     * back; {@code quotes}, the number of quotes of each side, a step apart; {@code slack}, the steps that a quote may
     * be away from its price before it is replaced. A maker's own quotes are part of the book, so without slack a maker
     * that is alone at the best price follows itself.
     */
    public MarketMaker(final Parameters parameters) {
        clip = parameters.number("clip", 10, 1, 1L << 40);
        tick = parameters.number("tick", 1, 1, 1L << 20);
        half = tick * parameters.number("half", PER_TICK, 1, 1L << 40);
        skew = tick * parameters.number("skew", 100, 0, 1L << 40);
        threshold = parameters.number("threshold", 10 * clip, 1, 1L << 40);
        quotes = (int) parameters.number("quotes", 1, 1, 64);
        slack = tick * parameters.number("slack", 0, 0, 1L << 20);
    }

    @Override
    public void onStart(final Trader ofThis) {
        trader = ofThis;
        if (trader.orders().levels() < quotes) {
            throw new IllegalArgumentException("quotes must be at most the trader's levels, "
                    + trader.orders().levels() + ": quotes=" + quotes);
        }
        symbols = new Symbols(trader.symbols());
        sent = new long[symbols.count() * SIDES * quotes];
        refused = new long[sent.length];
    }

    @Override
    public void onBook(final int symbol, final OrderLevels levels, final int book, final int side, final long price) {
        final Top top = trader.features().top(symbol);
        final boolean isNear = side == OrderLevels.BID
                ? top.bidSize() == 0 || price >= top.bidPrice()
                : top.askSize() == 0 || price <= top.askPrice();
        if (isNear) {
            onFresh(symbol); // deeper levels change no fair price
        }
    }

    @Override
    public void onFresh(final int symbol) {
        final int first = place(symbol, OrderLevels.BID, 0);
        Arrays.fill(refused, first, first + SIDES * quotes, 0);
        quote(symbol);
    }

    @Override
    public void onStale(final int symbol) {
        for (int level = 0; level < quotes; level++) {
            trader.orders().cancel(symbol, OrderLevels.BID, level);
            trader.orders().cancel(symbol, OrderLevels.ASK, level);
        }
    }

    @Override
    public void onOrder(final Order order) {
        if (order.state() == OrderState.NONE || order.state() == OrderState.LIVE) {
            final int place = place(order.symbol(), order.side(), order.level());
            final boolean isRefused =
                    order.state() == OrderState.NONE ? order.filled() == 0 : order.price() != sent[place];
            if (isRefused) {
                refused[place] = sent[place];
            }
            quote(order.symbol());
        }
    }

    private void quote(final int symbol) {
        final long fair = trader.features().fairPrice(symbol);
        if (fair == Feature.ABSENT) {
            onStale(symbol);
            return;
        }
        final long position = trader.positions().lots(symbol);
        final long middle = position == 0 ? fair : fair - Math.multiplyExact(position, skew) / clip;
        final Top top = trader.features().top(symbol);
        final long step = Math.multiplyExact(PER_TICK, tick);
        long bid = Math.floorDiv(middle - half, step) * tick - (position >= threshold ? tick : 0);
        long ask = ceilDiv(middle + half, step) * tick + (position <= -threshold ? tick : 0);
        if (bid >= top.askPrice()) {
            bid = Math.floorDiv(top.askPrice() - 1, tick) * tick;
        }
        if (ask <= top.bidPrice()) {
            ask = ceilDiv(top.bidPrice() + 1, tick) * tick;
        }
        for (int level = 0; level < quotes; level++) {
            send(symbol, OrderLevels.BID, level, bid - level * tick);
            send(symbol, OrderLevels.ASK, level, ask + level * tick);
        }
    }

    private static long ceilDiv(final long value, final long by) {
        return -Math.floorDiv(-value, by);
    }

    private void send(final int symbol, final int side, final int level, final long price) {
        final int place = place(symbol, side, level);
        if (price > 0
                && price != refused[place]
                && !isNearEnough(trader.orders().order(symbol, side, level), price)
                && trader.orders().quote(symbol, side, level, price, clip) == Sending.SENT) {
            sent[place] = price;
        }
    }

    private boolean isNearEnough(final Order order, final long price) {
        return slack > 0
                && order.state() == OrderState.LIVE
                && order.open() == clip
                && Math.abs(order.price() - price) <= slack;
    }

    private int place(final int symbol, final int side, final int level) {
        return (symbols.index(symbol) * SIDES + side) * quotes + level;
    }
}
