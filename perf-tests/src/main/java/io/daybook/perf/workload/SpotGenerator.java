package io.daybook.perf.workload;

import org.jspecify.annotations.Nullable;

/**
 * Draws the commands that users of a venue send for one pair: resting orders, their cancels, and few others. Prices
 * swing: the middle of the quotes runs up and down between four deviations below the start price and four above it. A
 * quote never crosses the book by itself, so the share of commands that trade is exactly as requested.
 *
 * <p>A trade ends an order, the maker or the taker. If many commands trade, fewer orders are left for cancels; IOC
 * orders take the place of these cancels. In the mix for the peer, which has no replace command, orders are moved
 * instead.
 */
final class SpotGenerator implements CommandSource {
    private static final int HUNDRED = 100;
    private static final int PLACES = 45;
    private static final int MOVES = 5;
    private static final int REPLACES = 5;
    private static final int IOCS_WHILE_QUIET = 5;
    private static final int IOCS_WHILE_BUSY = 25;

    /** The percentage of trading commands from which a venue is busy. */
    private static final int BUSY_PERCENT = 15;

    /** The middle goes from the start price to the highest in this many commands for each resting order. */
    private static final int QUARTER_SWING = 8;

    private static final int SWING_DEVIATIONS = SymbolSetup.RANGE_DEVIATIONS - 1;
    private static final int SIZE_FACTORS = 6;
    private static final int LARGE_TAKER = 3;
    private static final int SMALL_TAKER = 4;

    /** One bid in this many reserves more than its price, so that it can be moved up. */
    private static final int ONE_RESERVE_IN = 4;

    /** The distance beyond the best price within which an IOC order may trade: this part of a deviation. */
    private static final int IOC_REACH = 50;

    private final SymbolSetup setup;
    private final UserGroup users;
    private final FundingNeeds needs;
    private final SplitMix64 random;
    private final GeneratorBook book;
    private final int tradingPercent;
    private final boolean replaces;
    private final int iocs;

    private long nextOrderId = 1;
    private long commands;
    private long tradingCommands;

    SpotGenerator(
            final SymbolSetup setup,
            final int tradingPercent,
            final Mix mix,
            final UserGroup users,
            final FundingNeeds needs,
            final SplitMix64 random) {
        this.setup = setup;
        this.tradingPercent = tradingPercent;
        this.replaces = mix != Mix.PEER;
        this.iocs = tradingPercent < BUSY_PERCENT ? IOCS_WHILE_QUIET : IOCS_WHILE_BUSY;
        this.users = users;
        this.needs = needs;
        this.random = random;
        book = new GeneratorBook(setup.minPrice(), setup.maxPrice(), setup.startPrice());
    }

    @Override
    public GeneratorBook book() {
        return book;
    }

    @Override
    public void nextPrefill(final StreamRecorder out) {
        final boolean bid = random.nextBoolean();
        placeGtc(out, bid, quote(bid), size());
    }

    @Override
    public void next(final StreamRecorder out) {
        final long tradesBefore = book.trades();
        countTrades(out, this::draw);
        commands++;
        if (book.trades() > tradesBefore) tradingCommands++;
    }

    private void draw(final StreamRecorder out) {
        final int choice = random.nextInt(HUNDRED);
        final boolean bid = random.nextBoolean();
        final boolean trades = tradingCommands * HUNDRED < commands * tradingPercent && book.side(!bid).best != null;
        if (choice < PLACES || book.live().isEmpty()) {
            if (trades && iocs == IOCS_WHILE_BUSY) {
                placeGtc(out, bid, bestOf(!bid), takerSize());
            } else {
                placeGtc(out, bid, quote(bid), size());
            }
        } else if (choice < PLACES + iocs) {
            placeIoc(out, bid, trades);
        } else if (choice < PLACES + iocs + MOVES + (replaces ? 0 : REPLACES)) {
            move(out, book.live().pick(random));
        } else if (choice < PLACES + iocs + MOVES + REPLACES) {
            replace(out, book.live().pick(random));
        } else {
            final RestingOrder order = book.live().pick(random);
            out.cancel(setup.symbol(), order);
            book.cancel(order);
        }
    }

    private void placeGtc(final StreamRecorder out, final boolean bid, final long price, final long size) {
        final long uid = users.draw(random);
        final boolean reserves = random.nextInt(ONE_RESERVE_IN) == 0;
        final long reserve = reserves ? Math.min(setup.maxPrice(), price + setup.deviation() / 2) : price;
        final long orderId = emit(out, CommandRecord.GTC, bid, uid, price, reserve, size);
        book.placeGtc(orderId, uid, bid, price, size);
    }

    /** Places an IOC order: if it is to trade, some ticks beyond the best price; otherwise a tick short of it. */
    private void placeIoc(final StreamRecorder out, final boolean bid, final boolean trades) {
        final long uid = users.draw(random);
        final long reach = trades ? random.nextLong(1 + setup.deviation() / IOC_REACH) : -1;
        final long best = book.side(!bid).best == null ? quote(bid) : bestOf(!bid);
        final long limit = clamp(bid ? best + reach : best - reach);
        final long size = takerSize();
        emit(out, CommandRecord.IOC, bid, uid, limit, limit, size);
        book.placeIoc(bid, limit, size);
    }

    /**
     * Moves an order. A bid is moved down only, because the generator does not store its reserve price, which is at
     * least its price. In the mix for the peer the price always changes, because there an order that is moved to its
     * own price loses its place; here it keeps it.
     */
    private void move(final StreamRecorder out, final RestingOrder order) {
        final long quote = quote(order.bid);
        long price = order.bid ? Math.min(quote, order.price()) : quote;
        if (!replaces && price == order.price()) price += order.bid ? -1 : 1;
        out.move(setup.symbol(), order, price);
        book.move(order, price);
    }

    private void replace(final StreamRecorder out, final RestingOrder order) {
        final long price = quote(order.bid);
        final long size = order.size - order.remaining + size();
        needs.addOrder(setup, CommandRecord.GTC, order.bid, order.uid, price, price, size);
        out.replace(setup.symbol(), order, price, size);
        book.replace(order, price, size);
    }

    private long emit(
            final StreamRecorder out,
            final int type,
            final boolean bid,
            final long uid,
            final long price,
            final long highest,
            final long size) {
        final long orderId = nextOrderId++;
        final long reserve = bid ? highest : 0;
        out.place(setup.symbol(), type, bid, uid, orderId, price, reserve, size);
        needs.addOrder(setup, type, bid, uid, price, reserve, size);
        return orderId;
    }

    /** A price near the middle that does not cross the best price of the other side. */
    private long quote(final boolean bid) {
        final long away = 1L + random.nextSquareOf((int) setup.deviation());
        final long wanted = clamp(bid ? middle() - away : middle() + away);
        final @Nullable PriceLevel other = book.side(!bid).best;
        if (other == null) return wanted;
        return bid ? Math.min(wanted, other.price - 1) : Math.max(wanted, other.price + 1);
    }

    private long bestOf(final boolean bid) {
        final PriceLevel best = book.side(bid).best;
        if (best == null) throw new IllegalStateException("the side must have orders: symbol=" + setup.symbol());
        return best.price;
    }

    /** The middle: it goes from the start price up, down and up again, in straight lines. */
    private long middle() {
        final long quarter = (long) QUARTER_SWING * Math.max(1, setup.resting());
        final long at = commands % (4 * quarter);
        final long up = at < quarter ? at : at < 3 * quarter ? 2 * quarter - at : at - 4 * quarter;
        return setup.startPrice() + SWING_DEVIATIONS * setup.deviation() * up / quarter;
    }

    private long clamp(final long price) {
        return Math.max(setup.minPrice() + 1, Math.min(setup.maxPrice() - 1, price));
    }

    /** The size of a taker: large while the book has more orders than it should have, and small otherwise. */
    private long takerSize() {
        return book.live().size() > setup.resting() ? LARGE_TAKER * size() : 1 + random.nextLong(SMALL_TAKER);
    }

    /** The size of an order: a product of three draws, as in the other workloads. */
    private long size() {
        return 1 + (long) random.nextInt(SIZE_FACTORS) * random.nextInt(SIZE_FACTORS) * random.nextInt(SIZE_FACTORS);
    }
}
