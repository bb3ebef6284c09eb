package io.daybook.server.history;

import io.daybook.kernel.slab.RecordRing;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/** The last candles of an interval; a trade changes the last of them in its place. */
final class Candles extends Row<Candle> {
    private static final int START = 0;
    private static final int OPEN = 1;
    private static final int HIGH = 2;
    private static final int LOW = 3;
    private static final int CLOSE = 4;
    private static final int VOLUME = 5;
    private static final int NOTIONAL = 6;
    private static final int NOTIONAL_UPPER = 7;
    private static final int TRADES = 8;
    private static final int STRIDE = 9;

    private final long intervalNs;

    Candles(final Interval interval, final int most) {
        super(STRIDE, most);
        intervalNs = interval.ns();
    }

    void trade(final long timeNs, final long price, final long size) {
        final long start = timeNs - Math.floorMod(timeNs, intervalNs);
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
        final long lower = price * size;
        final long sum = array[base + NOTIONAL] + lower;
        final long carry = Long.compareUnsigned(sum, lower) < 0 ? 1 : 0;
        array[base + NOTIONAL] = sum;
        array[base + NOTIONAL_UPPER] += Math.multiplyHigh(price, size) + carry;
        array[base + TRADES]++;
    }

    private static void begin(final long[] array, final int base, final long start, final long price) {
        array[base + START] = start;
        array[base + OPEN] = price;
        array[base + HIGH] = price;
        array[base + LOW] = price;
        array[base + VOLUME] = 0;
        array[base + NOTIONAL] = 0;
        array[base + NOTIONAL_UPPER] = 0;
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
        array[base + NOTIONAL] = candle.notional().longValue();
        array[base + NOTIONAL_UPPER] = candle.notional().shiftRight(Long.SIZE).longValue();
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
                wide(array[base + NOTIONAL_UPPER], array[base + NOTIONAL]),
                array[base + TRADES]);
    }

    private static BigInteger wide(final long upper, final long lower) {
        return upper == lower >> Long.SIZE - 1
                ? BigInteger.valueOf(lower)
                : new BigInteger(ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(upper)
                        .putLong(lower)
                        .array());
    }
}
