package io.daybook.trading.feature;

import io.daybook.client.book.OrderLevels;

/** Lots that takers bought, less those that they sold; the number halves each second. */
public final class TradeFlow implements Feature {
    private static final long HALF_LIFE_NS = 1_000_000_000;

    private long flow = ABSENT;
    private long second;

    TradeFlow() {}

    @Override
    public void onTrade(final Top top, final long size, final int takerSide, final long nowNs) {
        final long before = value(nowNs);
        second = Math.floorDiv(nowNs, HALF_LIFE_NS);
        flow = Math.addExact(before == ABSENT ? 0 : before, takerSide == OrderLevels.BID ? size : -size);
    }

    @Override
    public void onGroup(final Top top, final long nowNs) {}

    @Override
    public void reset() {
        flow = ABSENT;
    }

    @Override
    public long value(final long nowNs) {
        final long halvings = Math.floorDiv(nowNs, HALF_LIFE_NS) - second;
        return flow == ABSENT ? ABSENT : halvings >= Long.SIZE ? 0 : flow / (1L << Math.min(halvings, Long.SIZE - 2));
    }
}
