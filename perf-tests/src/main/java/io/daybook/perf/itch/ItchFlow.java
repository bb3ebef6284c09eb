package io.daybook.perf.itch;

import io.daybook.flow.itch.ItchWriter;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The orders of a NASDAQ day as a file of ITCH 5.0: of 100 messages about 44 are new orders, 40 deletions, 9
 * replacements, 4 executions and 3 partial cancels, on 8,000 stocks of which a few are busy. There are so many live
 * orders that their table fits into no private cache of the processor. Most removed orders are among the newest of
 * their stock. The same seed makes the same bytes.
 */
public final class ItchFlow {
    /** The number of stocks. */
    public static final int STOCKS = 8_000;

    private static final long SEED = 20_261_123;
    private static final int PERCENT = 100;
    private static final int ADDS = 44;
    private static final int DELETES = ADDS + 40;
    private static final int REPLACES = DELETES + 9;
    private static final int EXECUTIONS = REPLACES + 4;
    private static final int NEWEST = 8;
    private static final int YOUNG_PERCENT = 70;

    /** The number of orders that rest farther from the middle falls with this power of the distance. */
    private static final double TAIL = 0.6;

    private static final int FARTHEST_TICKS = 1_000;
    private static final int TICK = 100;
    private static final long OPEN_NS = 34_200_000_000_000L;
    private static final long NS_A_MESSAGE = 2_000;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ItchWriter out = new ItchWriter(bytes::write);
    private final LiveOrders[] stocks = new LiveOrders[STOCKS];
    private final int[] middles = new int[STOCKS];
    private final int target;
    private long time = OPEN_NS;
    private long reference;
    private int live;

    private ItchFlow(final int messages) {
        target = messages / 6;
        for (int i = 0; i < STOCKS; i++) {
            stocks[i] = new LiveOrders();
            middles[i] = TICK * (500 + random.nextInt(50_000));
        }
    }

    /** The bytes of this many messages. */
    public static byte[] make(final int messages) {
        final ItchFlow flow = new ItchFlow(messages);
        for (int i = 0; i < messages; i++) {
            flow.next();
        }
        return flow.bytes.toByteArray();
    }

    private void next() {
        time += NS_A_MESSAGE;
        final double u = random.nextDouble();
        final int stock = (int) (STOCKS * u * u * u);
        final LiveOrders orders = stocks[stock];
        final int kind = random.nextInt(PERCENT);
        if (orders.isEmpty() || kind < ADDS || live < target && kind < DELETES && random.nextInt(3) == 0) {
            add(stock, orders);
        } else {
            change(stock, orders, kind);
        }
    }

    private void add(final int stock, final LiveOrders orders) {
        final boolean ask = random.nextBoolean();
        final int shares = TICK * (1 + random.nextInt(5));
        reference++;
        out.addOrder(1 + stock, time, reference, ask ? 'S' : 'B', shares, stock, price(stock, ask));
        orders.add(reference, shares, ask);
        live++;
    }

    private void change(final int stock, final LiveOrders orders, final int kind) {
        final int count = orders.count();
        final int index = random.nextInt(PERCENT) < YOUNG_PERCENT
                ? Math.max(0, count - 1 - random.nextInt(NEWEST))
                : random.nextInt(count);
        final long old = orders.reference(index);
        final int shares = orders.shares(index);
        if (kind < DELETES) {
            out.deleted(1 + stock, time, old);
            forget(orders, index);
        } else if (kind < REPLACES) {
            reference++;
            final boolean ask = orders.isAsk(index);
            out.replaced(1 + stock, time, old, reference, shares, price(stock, ask));
            orders.remove(index);
            orders.add(reference, shares, ask);
        } else if (kind < EXECUTIONS) {
            out.executed(1 + stock, time, old, shares, reference);
            forget(orders, index);
        } else if (shares > 1) {
            out.cancelled(1 + stock, time, old, 1);
            orders.cut(index);
        } else {
            add(stock, orders);
        }
    }

    private void forget(final LiveOrders orders, final int index) {
        orders.remove(index);
        live--;
    }

    private int price(final int stock, final boolean ask) {
        middles[stock] += TICK * (random.nextInt(3) - 1) * (random.nextInt(50) == 0 ? 1 : 0);
        final double distance = StrictMath.pow(1 - random.nextDouble(), -1 / TAIL);
        final int away = TICK * (int) Math.min(distance, FARTHEST_TICKS);
        return Math.max(TICK, ask ? middles[stock] + away : middles[stock] - away);
    }

    /** The live orders of a stock, oldest first. */
    private static final class LiveOrders {
        private long[] references = new long[4];
        private int[] shares = new int[4];
        private boolean[] asks = new boolean[4];
        private int count;

        boolean isEmpty() {
            return count == 0;
        }

        int count() {
            return count;
        }

        long reference(final int index) {
            return references[index];
        }

        int shares(final int index) {
            return shares[index];
        }

        boolean isAsk(final int index) {
            return asks[index];
        }

        void add(final long reference, final int size, final boolean ask) {
            if (count == references.length) {
                references = Arrays.copyOf(references, 2 * count);
                shares = Arrays.copyOf(shares, 2 * count);
                asks = Arrays.copyOf(asks, 2 * count);
            }
            references[count] = reference;
            shares[count] = size;
            asks[count++] = ask;
        }

        void cut(final int index) {
            shares[index]--;
        }

        void remove(final int index) {
            count--;
            System.arraycopy(references, index + 1, references, index, count - index);
            System.arraycopy(shares, index + 1, shares, index, count - index);
            System.arraycopy(asks, index + 1, asks, index, count - index);
        }
    }
}
