package io.daybook.server.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.daybook.api.Side;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares rows of numbers with lists of objects. */
class RowTest {
    private static final int MOST = 100;
    private static final long STEP_NS = 400_000_000L;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void shouldSumTradesAsALedgerWould() {
        final Candles row = new Candles(Interval.S1, MOST);
        final List<Candle> model = new ArrayList<>();
        assertNull(row.last());
        long timeNs = -5_000_000_000L; // times before the epoch belong to the second that began before them
        for (int i = 0; i < 1_000; i++) {
            timeNs += random.nextLong(2 * STEP_NS);
            // Products beyond 64 bits, so that both halves of the sum are used.
            final long price = 1 + random.nextLong(1L << 40);
            final long size = 1 + random.nextLong(1L << 40);
            row.trade(timeNs, price, size);
            trade(model, timeNs, price, size);
            if (model.size() > MOST) {
                model.remove(0);
            }
            assertEquals(model, row.list(), "seed=" + seed + " i=" + i);
            assertEquals(model.get(model.size() - 1), row.last(), "seed=" + seed + " i=" + i);
        }
        final long fromNs = model.get(model.size() / 2).startNs();
        assertEquals(sum(model.subList(model.size() / 2, model.size())), row.sum(fromNs, 5, 6), "seed=" + seed);
        assertEquals(
                new Ticker(0, 0, 0, 5, 0, BigInteger.ZERO, 0, 6), row.sum(Long.MAX_VALUE, 5, 6), "sum of no candles");
        final Candles restored = new Candles(Interval.S1, MOST);
        model.forEach(restored::add);
        assertEquals(model, restored.list(), "seed=" + seed);
        restored.trade(timeNs, 7, 9);
        trade(model, timeNs, 7, 9);
        assertEquals(model, restored.list(), "a restored row must continue like the original, seed=" + seed);
    }

    private static Ticker sum(final List<Candle> candles) {
        return new Ticker(
                candles.get(0).open(),
                candles.stream().mapToLong(Candle::high).max().orElseThrow(),
                candles.stream().mapToLong(Candle::low).min().orElseThrow(),
                5,
                candles.stream().mapToLong(Candle::volume).sum(),
                candles.stream().map(Candle::notional).reduce(BigInteger.ZERO, BigInteger::add),
                candles.stream().mapToLong(Candle::trades).sum(),
                6);
    }

    private static void trade(final List<Candle> model, final long timeNs, final long price, final long size) {
        final long start = Math.floorDiv(timeNs, 1_000_000_000L) * 1_000_000_000L;
        final BigInteger notional = BigInteger.valueOf(price).multiply(BigInteger.valueOf(size));
        final int last = model.size() - 1;
        if (last < 0 || model.get(last).startNs() != start) {
            model.add(new Candle(start, price, price, price, price, size, notional, 1));
            return;
        }
        final Candle before = model.get(last);
        model.set(
                last,
                new Candle(
                        start,
                        before.open(),
                        Math.max(before.high(), price),
                        Math.min(before.low(), price),
                        price,
                        before.volume() + size,
                        before.notional().add(notional),
                        before.trades() + 1));
    }

    @Test
    void shouldKeepTheLastOfARowAndFindItsParts() {
        final Trades row = new Trades(3, MOST);
        final List<Trade> model = new ArrayList<>();
        assertNull(row.last());
        long next = 0;
        for (int i = 0; i < 1_000; i++) {
            next += 1 + random.nextInt(3);
            final Trade trade = new Trade(
                    next,
                    random.nextInt(),
                    random.nextLong(),
                    3,
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextBoolean() ? Side.BID : Side.ASK);
            row.add(trade);
            model.add(trade);
            if (model.size() > MOST) {
                model.remove(0);
            }
            final long bound = next - random.nextInt(2 * MOST);
            final int place =
                    (int) model.stream().filter(one -> one.seq() < bound).count();
            final String told = "seed=" + seed + " i=" + i;
            assertEquals(model, row.list(), told);
            assertEquals(model.size() == MOST, row.isFull(), told);
            assertEquals(trade, row.last(), told);
            assertEquals(place, row.firstWhere(one -> one.seq() >= bound), told);
            final int from = random.nextInt(model.size() + 1);
            final int to = from + random.nextInt(model.size() - from + 1);
            final List<Trade> part = row.list(from, to);
            row.add(trade);
            model.add(trade);
            if (model.size() > MOST) {
                assertEquals(model.subList(from, to), part, "later records must not change a copy, " + told);
                model.remove(0);
            } else {
                assertEquals(model.subList(from, to), part, told);
            }
        }
    }
}
