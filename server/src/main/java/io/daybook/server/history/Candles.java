package io.daybook.server.history;

import io.daybook.kernel.money.WideSum;
import io.daybook.kernel.slab.RecordRing;
import java.math.BigInteger;

/** The last candles of an interval; a trade changes the last candle in place. */
final class Candles extends Row<Candle> {
    private static final int START = 0;
    private static final int OPEN = 1;
    private static final int HIGH = 2;
    private static final int LOW = 3;
    private static final int CLOSE = 4;
    private static final int VOLUME = 5;
    private static final int NOTIONAL = 6;
    private static final int TRADES = 8;
    private static final int STRIDE = 9;

    private final Interval interval;

    Candles(final Interval interval, final int most) {
        super(STRIDE, most);
        this.interval = interval;
    }

    Interval interval() {
        return interval;
    }

    void trade(final long timeNs, final long price, final long size) {
        final long start = timeNs - Math.floorMod(timeNs, interval.ns());
        final RecordRing ring = ring();
        int base = ring.size() == 0 ? -1 : ring.base(ring.size() - 1);
        if (base < 0 || ring.array()[base + START] != start) {
            base = ring.append();
            begin(ring.array(), base, start, price);
        }
        final long[] array = ring.array();
        array[base + HIGH] = Math.max(array[base + HIGH], price);
        array[base + LOW] = Math.min(array[base + LOW], price);
        array[base + CLOSE] = price;
        array[base + VOLUME] += size;
        WideSum.addProduct(array, base + NOTIONAL, price, size);
        array[base + TRADES]++;
    }

    private static void begin(final long[] array, final int base, final long start, final long price) {
        array[base + START] = start;
        array[base + OPEN] = price;
        array[base + HIGH] = price;
        array[base + LOW] = price;
        array[base + VOLUME] = 0;
        WideSum.put(array, base + NOTIONAL, BigInteger.ZERO);
        array[base + TRADES] = 0;
    }

    void add(final Candle candle) {
        final int base = ring().append();
        final long[] array = ring().array();
        array[base + START] = candle.startNs();
        array[base + OPEN] = candle.open();
        array[base + HIGH] = candle.high();
        array[base + LOW] = candle.low();
        array[base + CLOSE] = candle.close();
        array[base + VOLUME] = candle.volume();
        WideSum.put(array, base + NOTIONAL, candle.notional());
        array[base + TRADES] = candle.trades();
    }

    @Override
    Candle read(final long[] array, final int base) {
        return new Candle(
                array[base + START],
                array[base + OPEN],
                array[base + HIGH],
                array[base + LOW],
                array[base + CLOSE],
                array[base + VOLUME],
                WideSum.get(array, base + NOTIONAL),
                array[base + TRADES]);
    }

    /**
     * Sums the candles that begin at a time or later.
     *
     * @param last the price of the last trade, made at {@code lastNs}
     */
    Ticker sum(final long fromNs, final long last, final long lastNs) {
        final long[] array = ring().array();
        final long[] notional = new long[2];
        long open = 0;
        long high = 0;
        long low = Long.MAX_VALUE;
        long volume = 0;
        long trades = 0;
        for (int place = firstWhere(candle -> candle.startNs() >= fromNs); place < size(); place++) {
            final int base = ring().base(place);
            open = open == 0 ? array[base + OPEN] : open;
            high = Math.max(high, array[base + HIGH]);
            low = Math.min(low, array[base + LOW]);
            volume += array[base + VOLUME];
            trades += array[base + TRADES];
            WideSum.add(notional, 0, array, base + NOTIONAL);
        }
        return new Ticker(open, high, trades == 0 ? 0 : low, last, volume, WideSum.get(notional, 0), trades, lastNs);
    }
}
