package io.daybook.perf.workload;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Draws the commands of one symbol in the shape of a public benchmark of matching engines (flash1-dev,
 * matching-engine-benchmark, 2026): the middle follows a {@link MarketPath}, bids are priced off its first half and
 * asks off its second, and all arrive shuffled. So each new order is near another middle than the one before, and
 * resting prices spread over the whole path of the market.
 *
 * <p>15 of 100 new orders are IOC. Of 100 other orders, which are some ticks from the middle, 20 are modified and 95
 * are cancelled before the next order comes, if they still rest. A modification is a lot more and, four times of five,
 * a tick towards the other side; in the mix for the peer it is a move by that tick.
 */
final class MovingMarket implements CommandSource {
    private static final int STEPS = 1 << 18;
    private static final int HUNDRED = 100;
    private static final int IOCS = 15;
    private static final int MODIFIED = 20;
    private static final int REPRICED = 80;
    private static final int CANCELLED = 95;
    private static final int MOST_LOTS = 100;

    /** Most orders are around 8 ticks from the middle; the others thin out with a power of the distance. */
    private static final int LEVELS = 800;

    private static final double POWER = -2.23;
    private static final int HUMP_AT = 8;
    private static final double HUMP = 5;

    private final SymbolSetup setup;
    private final int[] middles;
    private final double[] depths = depths();
    private final boolean replaces;
    private final UserGroup users;
    private final FundingNeeds needs;
    private final SplitMix64 random;
    private final GeneratorBook book;

    private long nextOrderId = 1;

    /**
     * The newest order, or null if it does not rest. The two flags below select whether the order is modified, and
     * whether it is cancelled, while it rests.
     */
    private @Nullable RestingOrder newest;

    private boolean modify;
    private boolean cancel;

    MovingMarket(
            final SymbolSetup setup,
            final MarketPath path,
            final Mix mix,
            final UserGroup users,
            final FundingNeeds needs,
            final SplitMix64 random) {
        this.setup = setup;
        this.middles = path.middles(STEPS, setup.startPrice());
        this.replaces = mix != Mix.PEER;
        this.users = users;
        this.needs = needs;
        this.random = random;
        book = new GeneratorBook(setup.minPrice(), setup.maxPrice(), setup.startPrice());
    }

    private static double[] depths() {
        final double[] sums = new double[LEVELS];
        double sum = 0;
        for (int level = 0; level < LEVELS; level++) {
            final double fromHump = level - HUMP_AT;
            sum += StrictMath.pow(level + 1, POWER) + HUMP * StrictMath.exp(-fromHump * fromHump / 2);
            sums[level] = sum;
        }
        return sums;
    }

    @Override
    public GeneratorBook book() {
        return book;
    }

    /** Draws an order that is never cancelled. */
    @Override
    public void nextPrefill(final StreamRecorder out) {
        countTrades(out, to -> place(to, CommandRecord.GTC));
    }

    @Override
    public void next(final StreamRecorder out) {
        countTrades(out, this::draw);
    }

    private void draw(final StreamRecorder out) {
        final RestingOrder order = newest;
        if (order != null && order.remaining > 0 && modify) {
            modify(out, order);
        } else if (order != null && order.remaining > 0 && cancel) {
            out.cancel(setup.symbol(), order);
            book.cancel(order);
        } else {
            placeNext(out);
        }
    }

    private void placeNext(final StreamRecorder out) {
        final boolean ioc = random.nextInt(HUNDRED) < IOCS;
        final RestingOrder order = place(out, ioc ? CommandRecord.IOC : CommandRecord.GTC);
        modify = order != null && order.remaining == order.size && random.nextInt(HUNDRED) < MODIFIED;
        cancel = random.nextInt(HUNDRED) < CANCELLED;
        newest = order;
    }

    private void modify(final StreamRecorder out, final RestingOrder order) {
        modify = false;
        final boolean reprices = !replaces || random.nextInt(HUNDRED) < REPRICED;
        final long towards = order.bid ? 1 : -1;
        final long price = clamped(order.price() + (reprices ? towards : 0));
        if (replaces) {
            final long size = order.size + 1;
            needs.addOrder(setup, CommandRecord.GTC, order.bid, order.uid, price, price, size);
            out.replace(setup.symbol(), order, price, size);
            book.replace(order, price, size);
        } else {
            out.move(setup.symbol(), order, price);
            book.move(order, price);
        }
    }

    private @Nullable RestingOrder place(final StreamRecorder out, final int type) {
        final boolean bid = random.nextBoolean();
        final int half = random.nextInt(STEPS / 2);
        final long uid = users.draw(random);
        final long middle = middles[bid ? half : STEPS / 2 + half];
        final long away = 1L + depth();
        final long price = clamped(bid ? middle - away : middle + away);
        final long size = 1L + random.nextInt(MOST_LOTS);
        final long orderId = nextOrderId++;
        final long reserve = bid ? setup.maxPrice() : 0;
        out.place(setup.symbol(), type, bid, uid, orderId, price, reserve, size);
        needs.addOrder(setup, type, bid, uid, price, reserve, size);
        if (type == CommandRecord.GTC) {
            return book.placeGtc(orderId, uid, bid, price, size);
        }
        book.placeIoc(bid, price, size);
        return null;
    }

    private int depth() {
        final int found = Arrays.binarySearch(depths, random.nextDouble() * depths[LEVELS - 1]);
        return found >= 0 ? found : -found - 1;
    }

    private long clamped(final long price) {
        return Math.max(setup.minPrice(), Math.min(setup.maxPrice(), price));
    }
}
