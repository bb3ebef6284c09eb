package io.daybook.trading;

import io.daybook.client.book.OrderLevels;
import io.daybook.host.RateLimit;
import io.daybook.host.TokenBucket;
import io.daybook.trading.feature.Feature;
import io.daybook.trading.feature.Features;
import io.daybook.trading.feature.Wide;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks each new order and each replacement before it is sent. A refused order is counted for each rule that refuses
 * it. At the loss limit the gate closes for good. Cancels always pass. Used by the trader's thread.
 */
public final class RiskGate {
    private static final long PPM = 1_000_000;
    private static final long FAIR_PER_TICK = 1_000;
    private static final long DAY_NS = 86_400_000_000_000L;

    private final RiskLimits limits;
    private final Positions positions;
    private final OpenLots open;
    private final Features features;
    private final long[] refusals = new long[RiskRule.values().length];

    /**
     * Null if there is no limit. The first order creates the bucket, because a bucket needs the time at which it
     * begins.
     */
    private @Nullable TokenBucket rate;

    private long highestProfit;
    private long lowestProfit;
    private long day = Long.MIN_VALUE;
    private long tradedToday;
    private boolean isStopped;

    /** Whether the drawdown limit was ever reached. */
    private boolean isDrawnDown;

    /** Replaced by a longer list when a limit is reached, which happens twice at most. */
    private volatile List<LimitReached> reached = List.of();

    RiskGate(final RiskLimits limits, final Positions positions, final OpenLots open, final Features features) {
        this.limits = limits;
        this.positions = positions;
        this.open = open;
        this.features = features;
    }

    public RiskLimits limits() {
        return limits;
    }

    /** Whether the loss limit was reached. */
    public boolean isStopped() {
        return isStopped;
    }

    /** The limits of losses that were reached, each with the time when it was first reached. Any thread. */
    public List<LimitReached> reached() {
        return reached;
    }

    /** The number of orders that a rule has refused. */
    public long refusals(final RiskRule rule) {
        return refusals[rule.code()];
    }

    /** The lowest {@link Positions#profit} so far, at most 0. */
    public long lowestProfit() {
        return lowestProfit;
    }

    /** Adds the value of a trade to the sum of its day. */
    void traded(final long value, final long timeNs) {
        begin(timeNs);
        tradedToday = Math.addExact(tradedToday, value);
    }

    /**
     * Checks the profit, after it may have changed, and notes which limit of losses is reached for the first time.
     *
     * @return whether the loss limit is reached now, for the first time
     */
    boolean hasLostTooMuch(final long nowNs) {
        final long profit = positions.profit();
        highestProfit = Math.max(highestProfit, profit);
        lowestProfit = Math.min(lowestProfit, profit);
        if (!isDrawnDown && limits.maxDrawdown() != RiskLimits.OFF && drawdown() >= limits.maxDrawdown()) {
            isDrawnDown = true;
            reach(new LimitReached(RiskRule.DRAWDOWN, limits.maxDrawdown(), drawdown(), nowNs));
        }
        if (isStopped || limits.maxLoss() == RiskLimits.OFF || profit > -limits.maxLoss()) {
            return false;
        }
        isStopped = true;
        reach(new LimitReached(RiskRule.LOSS, limits.maxLoss(), -profit, nowNs));
        return true;
    }

    private void reach(final LimitReached limit) {
        final List<LimitReached> all = new ArrayList<>(reached);
        all.add(limit);
        reached = List.copyOf(all);
    }

    /**
     * Decides about a new order or a replacement, and counts a refusal.
     *
     * @param order the place of the order; lots that are open there now are already counted
     * @param size lots that are to be open at the place
     */
    boolean allows(final Order order, final long price, final long size, final long nowNs) {
        begin(nowNs);
        final int index = order.index();
        final long more = Math.max(0, size - order.open());
        final long wouldBeOpen = Math.addExact(open.lots(index, order.side()), more);
        final long lots = order.side() == OrderLevels.BID ? positions.lotsAt(index) : -positions.lotsAt(index);
        final long worst = Math.addExact(lots, wouldBeOpen);
        boolean isAllowed = passes(RiskRule.SIZE, size <= limits.maxSize());
        isAllowed &= passes(RiskRule.POSITION, worst <= limits.maxPosition());
        isAllowed &= passes(RiskRule.LOSS, !isStopped);
        isAllowed &= passes(RiskRule.DRAWDOWN, worst <= 0 || drawdown() < limits.maxDrawdown());
        isAllowed &= passes(RiskRule.NOTIONAL, isWorthLittle(order, price, size));
        isAllowed &= passes(RiskRule.STALE_BOOK, features.isFresh(index));
        isAllowed &= passes(RiskRule.DISTANCE, isNear(features.fairPriceAt(index), price));
        return isAllowed && passes(RiskRule.RATE, isSlow(nowNs));
    }

    private boolean passes(final RiskRule rule, final boolean isRight) {
        if (!isRight) {
            refusals[rule.code()]++;
        }
        return isRight;
    }

    private long drawdown() {
        return Math.subtractExact(highestProfit, positions.profit());
    }

    private boolean isWorthLittle(final Order order, final long price, final long size) {
        if (limits.maxNotional() == RiskLimits.OFF) {
            return true;
        }
        final long more = positions.notional(order.index(), price, size)
                - positions.notional(order.index(), order.worstPrice(), order.open());
        final long all = Math.addExact(Math.addExact(tradedToday, open.notional()), Math.max(0, more));
        return all <= limits.maxNotional();
    }

    private boolean isNear(final long fair, final long price) {
        if (limits.maxDistance() == RiskLimits.OFF) {
            return true;
        }
        if (fair == Feature.ABSENT || fair <= 0) {
            return false;
        }
        final long distance = Math.abs(Math.subtractExact(Math.multiplyExact(price, FAIR_PER_TICK), fair));
        return Wide.isAtMost(distance, PPM, limits.maxDistance(), fair);
    }

    /** Checks the rate. It is the last rule, so that only an order that is sent takes a token. */
    private boolean isSlow(final long nowNs) {
        if (limits.ordersPerSecond() == RiskLimits.OFF) {
            return true;
        }
        TokenBucket bucket = rate;
        if (bucket == null) {
            final int perSecond = (int) Math.min(limits.ordersPerSecond(), RateLimit.MAX_PER_SECOND);
            bucket = new TokenBucket(new RateLimit(perSecond, perSecond), nowNs);
            rate = bucket;
        }
        return bucket.take(nowNs);
    }

    private void begin(final long nowNs) {
        final long today = Math.floorDiv(nowNs, DAY_NS);
        if (today > day) {
            day = today;
            tradedToday = 0;
        }
    }
}
