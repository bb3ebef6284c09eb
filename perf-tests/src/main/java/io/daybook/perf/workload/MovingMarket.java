package io.daybook.perf.workload;

/**
 * Draws the commands of one symbol whose market goes along a {@link MarketPath}: new orders around the middle, most of
 * them near it, cancels and moves of live orders, and takers with a limit a little beyond the middle, which carry the
 * best prices there. An order that the market has left rests until it is cancelled or moved, so resting prices spread
 * over all that the market has gone through meanwhile.
 *
 * <p>Of 100 commands 40 to 47 are new orders, 5 takers, 33 to 40 cancels and 15 moves; the book is kept near its
 * target.
 */
final class MovingMarket implements CommandSource {
    private static final int DRAWS = 100;
    private static final int TAKERS = 5;
    private static final int MOVES = TAKERS + 15;
    private static final int CANCELS_IN_A_FULL_BOOK = MOVES + 45;
    private static final int CANCELS_IN_ANOTHER = MOVES + 20;
    private static final int SIZE_FACTORS = 6;
    private static final int SWEEP_LOTS = 60;

    /** How far takers go beyond the middle, as a part of the start price. */
    private static final int NEAR_PARTS = 5_000;

    private final SymbolSetup setup;
    private final MarketPath path;
    private final int commands;
    private final UserGroup users;
    private final FundingNeeds needs;
    private final SplitMix64 random;
    private final GeneratorBook book;
    private final int spread;

    private long nextOrderId = 1;
    private int done;

    MovingMarket(
            final SymbolSetup setup,
            final MarketPath path,
            final int commands,
            final UserGroup users,
            final FundingNeeds needs,
            final SplitMix64 random) {
        this.setup = setup;
        this.path = path;
        this.commands = commands;
        this.users = users;
        this.needs = needs;
        this.random = random;
        book = new GeneratorBook(setup.minPrice(), setup.maxPrice(), setup.startPrice());
        spread = Math.max(4, (int) (setup.startPrice() * path.spread()));
    }

    @Override
    public GeneratorBook book() {
        return book;
    }

    @Override
    public void nextPrefill(final StreamRecorder out) {
        countTrades(out, this::place);
    }

    @Override
    public void next(final StreamRecorder out) {
        countTrades(out, this::draw);
        done++;
    }

    private void draw(final StreamRecorder out) {
        final int draw = random.nextInt(DRAWS);
        final int resting = book.side(true).orders + book.side(false).orders;
        if (draw < TAKERS) {
            take(out);
        } else if (book.live().isEmpty()
                || draw >= (resting < setup.resting() ? CANCELS_IN_ANOTHER : CANCELS_IN_A_FULL_BOOK)) {
            place(out);
        } else if (draw < MOVES) {
            final RestingOrder order = book.live().pick(random);
            final long price = price(order.bid);
            out.move(setup.symbol(), order, price);
            book.move(order, price);
        } else {
            final RestingOrder order = book.live().pick(random);
            out.cancel(setup.symbol(), order);
            book.cancel(order);
        }
    }

    private void place(final StreamRecorder out) {
        final boolean bid = random.nextBoolean();
        final long uid = users.draw(random);
        final long price = price(bid);
        final long size = size();
        book.placeGtc(emit(out, CommandRecord.GTC, bid, uid, price, size), uid, bid, price, size);
    }

    /** An order takes what is in the way of the middle, and some of what is near it. */
    private void take(final StreamRecorder out) {
        final boolean bid = random.nextBoolean();
        final long beyond = setup.startPrice() / NEAR_PARTS;
        final long limit = clamped(middle() + (bid ? beyond : -beyond));
        final long uid = users.draw(random);
        final long size = 1L + random.nextInt(SWEEP_LOTS);
        emit(out, CommandRecord.IOC, bid, uid, limit, size);
        final long left = book.placeIoc(bid, limit, size);
        if (left > 0) out.rejected(left);
    }

    private long emit(
            final StreamRecorder out,
            final int type,
            final boolean bid,
            final long uid,
            final long price,
            final long size) {
        final long orderId = nextOrderId++;
        final long reserve = bid ? setup.maxPrice() : 0;
        out.place(setup.symbol(), type, bid, uid, orderId, price, reserve, size);
        needs.addOrder(setup, type, bid, uid, price, reserve, size);
        return orderId;
    }

    private long middle() {
        return (long) (setup.startPrice() * path.at((double) done / commands));
    }

    private long price(final boolean bid) {
        final long away = 1 + (long) random.nextInt(spread) * random.nextInt(spread) / spread;
        return clamped(bid ? middle() - away : middle() + away);
    }

    private long clamped(final long price) {
        return Math.max(setup.minPrice(), Math.min(setup.maxPrice(), price));
    }

    private long size() {
        return 1 + (long) random.nextInt(SIZE_FACTORS) * random.nextInt(SIZE_FACTORS);
    }
}
