package io.daybook.perf.itch;

import io.daybook.flow.itch.ItchWriter;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A day of ITCH 5.0 as a venue with a few busy stocks would write it: nothing crosses, an execution takes from the
 * first order of the best level, and the middle of each stock walks at random, so that prices move and levels come and
 * go. Of 100 messages some 44 are new orders, 36 deletions, 9 replacements, 9 executions and 2 partial cancels. The
 * same seed makes the same bytes.
 */
public final class MovingDay {
    /** A tick in 1/10,000 dollar. */
    public static final int TICK = 100;

    private static final long OPEN_NS = 34_200_000_000_000L;
    private static final long NS_A_MESSAGE = 2_000;
    private static final int PERCENT = 100;
    private static final int ADDS = 45;
    private static final int DELETES = ADDS + 37;
    private static final int REPLACES = DELETES + 9;
    private static final int EXECUTIONS = REPLACES + 7;
    private static final int LEAST_ORDERS = 200;
    private static final int MOST_ORDERS = 4_000;
    private static final int NEWEST = 16;
    private static final int STEP_OF = 40;
    private static final int FARTHEST = 60;
    private static final double TAIL = 0.9;

    private final SplittableRandom random;
    private final ItchWriter out;
    private final Stock[] stocks;
    private long time = OPEN_NS;
    private long reference;
    private long match;

    private MovingDay(final long seed, final int stocks, final ItchWriter.Sink sink) {
        random = new SplittableRandom(seed);
        out = new ItchWriter(sink);
        this.stocks = new Stock[stocks];
        for (int i = 0; i < stocks; i++) {
            this.stocks[i] = new Stock(1 + i);
            out.stockDirectory(1 + i, OPEN_NS, ItchWriter.stock(name(i)));
        }
    }

    /** The name of a stock, from 0. */
    public static String name(final int stock) {
        return "MADE" + stock;
    }

    /** Writes this many messages about orders. */
    public static void write(final long seed, final int stocks, final long messages, final ItchWriter.Sink sink) {
        final MovingDay day = new MovingDay(seed, stocks, sink);
        for (long i = 0; i < messages; i++) {
            day.next();
        }
    }

    private void next() {
        time += 1 + random.nextLong(2 * NS_A_MESSAGE);
        final Stock stock = stocks[random.nextInt(stocks.length)];
        if (random.nextInt(STEP_OF) == 0) {
            stock.walk(random.nextBoolean() ? 1 : -1);
        }
        final int kind = random.nextInt(PERCENT);
        final int wrong = stock.onWrongSide();
        if (wrong >= 0) {
            execute(stock, wrong);
        } else if (stock.count < LEAST_ORDERS || kind < ADDS && stock.count < MOST_ORDERS) {
            add(stock, random.nextBoolean());
        } else if (kind < DELETES) {
            final int order = draw(stock);
            out.deleted(stock.locate, time, stock.references[order]);
            stock.remove(order);
        } else if (kind < REPLACES) {
            replace(stock, draw(stock));
        } else if (kind < EXECUTIONS) {
            execute(stock, stock.first(random.nextBoolean()));
        } else {
            cut(stock, draw(stock));
        }
    }

    /** Draws an order to be changed or removed; most of these are young. */
    private int draw(final Stock stock) {
        return random.nextInt(PERCENT) < 70
                ? stock.live[Math.max(0, stock.count - 1 - random.nextInt(NEWEST))]
                : stock.live[random.nextInt(stock.count)];
    }

    private int price(final Stock stock, final boolean isAsk) {
        final int away = (int) Math.min(FARTHEST, StrictMath.pow(1 - random.nextDouble(), -1 / TAIL));
        return isAsk ? stock.middle + away : stock.middle - away;
    }

    private void add(final Stock stock, final boolean isAsk) {
        final int price = price(stock, isAsk);
        final int shares = PERCENT * (1 + random.nextInt(5));
        reference++;
        out.addOrder(
                stock.locate, time, reference, isAsk ? 'S' : 'B', shares, stock.name, Math.multiplyExact(price, TICK));
        stock.add(reference, isAsk, price, shares);
    }

    private void replace(final Stock stock, final int old) {
        final boolean isAsk = stock.isAsk(old);
        final int price = price(stock, isAsk);
        final int shares = stock.shares[old];
        reference++;
        out.replaced(stock.locate, time, stock.references[old], reference, shares, Math.multiplyExact(price, TICK));
        stock.remove(old);
        stock.add(reference, isAsk, price, shares);
    }

    private void execute(final Stock stock, final int order) {
        final int some = random.nextBoolean() ? stock.shares[order] : 1 + random.nextInt(stock.shares[order]);
        out.executed(stock.locate, time, stock.references[order], some, ++match);
        stock.take(order, some);
    }

    private void cut(final Stock stock, final int order) {
        final int some = 1 + random.nextInt(stock.shares[order]);
        out.cancelled(stock.locate, time, stock.references[order], some);
        stock.take(order, some);
    }

    /** The live orders of a stock, in the queues of their prices. */
    private static final class Stock {
        private static final int PRICES = 1 << 16;
        private static final int NONE = -1;

        private final int locate;
        private final long name;
        private final long[] references = new long[MOST_ORDERS];
        private final int[] shares = new int[MOST_ORDERS];

        /** The prices of the orders, negative for an ask. */
        private final int[] prices = new int[MOST_ORDERS];

        private final int[] next = new int[MOST_ORDERS];
        private final int[] previous = new int[MOST_ORDERS];
        private final int[] live = new int[MOST_ORDERS];
        private final int[] place = new int[MOST_ORDERS];
        private final int[] heads = new int[PRICES];
        private final int[] tails = new int[PRICES];
        private int count;
        private int middle = PRICES / 2;
        private int bestBid;
        private int bestAsk = PRICES - 1;

        Stock(final int locate) {
            this.locate = locate;
            name = ItchWriter.stock(MovingDay.name(locate - 1));
            Arrays.fill(heads, NONE);
            Arrays.fill(tails, NONE);
            Arrays.setAll(live, i -> i);
        }

        void walk(final int ticks) {
            middle = Math.max(2 * FARTHEST, Math.min(PRICES - 2 * FARTHEST, middle + ticks));
        }

        boolean isAsk(final int order) {
            return prices[order] < 0;
        }

        /** The first order at the best price of a side, or of the other side if this side is empty. */
        int first(final boolean ofAsks) {
            final boolean isAsk = ofAsks ? bestAsk < PRICES - 1 : bestBid == 0;
            return heads[isAsk ? bestAsk : bestBid];
        }

        /** The first order at a best price that the middle has reached or passed; negative if there is none. */
        int onWrongSide() {
            if (bestBid >= middle) {
                return heads[bestBid];
            }
            return bestAsk <= middle ? heads[bestAsk] : NONE;
        }

        void add(final long reference, final boolean isAsk, final int price, final int size) {
            final int order = live[count];
            place[order] = count++;
            references[order] = reference;
            shares[order] = size;
            prices[order] = isAsk ? -price : price;
            next[order] = NONE;
            previous[order] = tails[price];
            if (tails[price] == NONE) {
                heads[price] = order;
            } else {
                next[tails[price]] = order;
            }
            tails[price] = order;
            bestAsk = isAsk ? Math.min(bestAsk, price) : bestAsk;
            bestBid = isAsk ? bestBid : Math.max(bestBid, price);
        }

        void take(final int order, final int some) {
            shares[order] -= some;
            if (shares[order] == 0) {
                remove(order);
            }
        }

        void remove(final int order) {
            final int price = Math.abs(prices[order]);
            final boolean isAsk = isAsk(order);
            if (previous[order] == NONE) {
                heads[price] = next[order];
            } else {
                next[previous[order]] = next[order];
            }
            if (next[order] == NONE) {
                tails[price] = previous[order];
            } else {
                previous[next[order]] = previous[order];
            }
            count--;
            final int last = live[count];
            live[place[order]] = last;
            place[last] = place[order];
            live[count] = order;
            while (isAsk && bestAsk < PRICES - 1 && heads[bestAsk] == NONE) {
                bestAsk++;
            }
            while (!isAsk && bestBid > 0 && heads[bestBid] == NONE) {
                bestBid--;
            }
        }
    }
}
