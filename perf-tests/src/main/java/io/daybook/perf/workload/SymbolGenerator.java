package io.daybook.perf.workload;

/**
 * Draws the commands of one symbol, one at a time, from a separate random source: the commands of a symbol depend on
 * its seed and target only, not on the other symbols.
 *
 * <p>The rules are those of the project's performance document ("The workloads"); the shape is that of the generator of
 * exchange-core, the peer that the project compares itself with: the book is kept near its target size by drawing more
 * new orders while a side is too small, and takers otherwise, and all orders drift towards the last trade.
 */
final class SymbolGenerator implements CommandSource {
    /** The interval, in commands of the symbol, of checks of the sides' sizes. */
    private static final int SAMPLE_EVERY = 512;

    /**
     * A book whose target is fewer orders than {@link #SAMPLE_EVERY} is checked whenever one in this many of its orders
     * could have changed: otherwise it would grow to several times its target between two checks.
     */
    private static final int SAMPLE_SHARE_OF_SMALL_BOOK = 8;

    /** A side that lacks more than this, or three quarters of its target, is filled with new orders only. */
    private static final int FAST_FILL_LACK = 512;

    private static final int CHOICES_WHILE_FILLING = 2;
    private static final int CHOICES_WHILE_GROWING = 10;
    private static final int CHOICES_WHILE_FULL = 40;
    private static final int NEW_ORDER_CHOICES = 2;
    private static final int CANCEL_CHOICE = 2;
    private static final int REDUCE_CHOICE = 3;
    private static final int DISTANCE_DRAWS = 4;
    private static final int SIZE_FACTORS = 6;
    private static final int BUDGET_SIZE_FACTORS = 8;
    private static final int ONE_BUDGET_ORDER_IN = 32;
    private static final int MOVE_SHARE = 100;

    private final SymbolSetup setup;
    private final Mix mix;
    private final Takers takers;
    private final UserGroup users;
    private final FundingNeeds needs;
    private final SplitMix64 random;
    private final GeneratorBook book;
    private final int half;

    private long nextOrderId = 1;
    private int lackOfBids;
    private int lackOfAsks;
    private boolean everFull;
    private int untilSample;

    SymbolGenerator(
            final SymbolSetup setup,
            final Mix mix,
            final Takers takers,
            final UserGroup users,
            final FundingNeeds needs,
            final SplitMix64 random) {
        this.setup = setup;
        this.mix = mix;
        this.takers = takers;
        this.users = users;
        this.needs = needs;
        this.random = random;
        book = new GeneratorBook(setup.minPrice(), setup.maxPrice(), setup.startPrice());
        half = Math.max(1, setup.resting() / 2);
    }

    @Override
    public GeneratorBook book() {
        return book;
    }

    @Override
    public void nextPrefill(final StreamRecorder out) {
        countTrades(out, this::placeGtc);
    }

    @Override
    public void next(final StreamRecorder out) {
        if (untilSample == 0) sample();
        untilSample--;
        countTrades(out, this::draw);
    }

    private void draw(final StreamRecorder out) {
        final int lack = random.nextBoolean() ? lackOfBids : lackOfAsks;
        final boolean grow = lack > 0;
        final int choice = random.nextInt(choices(lack));
        if (choice < NEW_ORDER_CHOICES || book.live().isEmpty()) {
            if (grow) {
                placeGtc(out);
            } else {
                placeTaker(out);
            }
            return;
        }
        final RestingOrder order = book.live().pick(random);
        if (choice == CANCEL_CHOICE) {
            out.cancel(setup.symbol(), order);
            book.cancel(order);
        } else if (choice == REDUCE_CHOICE && mix == Mix.PEER) {
            final long size = 1 + random.nextLong(order.remaining);
            out.reduce(setup.symbol(), order, size);
            book.reduce(order, size);
        } else {
            final long price = movedPrice(order);
            out.move(setup.symbol(), order, price);
            book.move(order, price);
        }
    }

    private int choices(final int lack) {
        if (lack <= 0) return CHOICES_WHILE_FULL;
        final boolean fast = !everFull || lack > Math.min(FAST_FILL_LACK, half * 3 / 4);
        return fast ? CHOICES_WHILE_FILLING : CHOICES_WHILE_GROWING;
    }

    private void sample() {
        untilSample = setup.resting() >= SAMPLE_EVERY
                ? SAMPLE_EVERY
                : Math.max(1, setup.resting() / SAMPLE_SHARE_OF_SMALL_BOOK);
        measureLack();
    }

    private void measureLack() {
        lackOfBids = half - book.side(true).orders;
        lackOfAsks = half - book.side(false).orders;
        everFull |= lackOfBids <= 0 && lackOfAsks <= 0;
    }

    private void placeGtc(final StreamRecorder out) {
        final boolean bid = random.nextBoolean();
        final long uid = users.draw(random);
        final long price = clamp(book.lastPrice() + offset(bid));
        final long size = size(SIZE_FACTORS);
        final long orderId = emit(out, CommandRecord.GTC, bid, uid, price, size);
        book.placeGtc(orderId, uid, bid, price, size);
    }

    private void placeTaker(final StreamRecorder out) {
        final boolean bid = random.nextBoolean();
        final long uid = users.draw(random);
        final long limit = bid ? setup.maxPrice() : setup.minPrice();
        final long size;
        int type = CommandRecord.IOC;
        if (takers == Takers.SWEEPS) {
            size = 1 + random.nextLong(Math.max(1, book.side(!bid).lots));
        } else if (random.nextInt(ONE_BUDGET_ORDER_IN) > 0) {
            size = size(SIZE_FACTORS);
        } else {
            size = size(BUDGET_SIZE_FACTORS);
            if (takers == Takers.WITH_BUDGETS && setup.market() == Market.PAIR) type = CommandRecord.FOK_BUDGET;
        }
        final boolean budgeted = type == CommandRecord.FOK_BUDGET;
        final long price = budgeted ? Math.multiplyExact(size, limit) : limit;
        emit(out, type, bid, uid, price, size);
        final long left = budgeted ? book.placeFokBudget(bid, price, size) : book.placeIoc(bid, limit, size);
        if (left > 0) {
            measureLack();
        }
    }

    private long emit(
            final StreamRecorder out,
            final int type,
            final boolean bid,
            final long uid,
            final long price,
            final long size) {
        final long orderId = nextOrderId++;
        final long top = type == CommandRecord.FOK_BUDGET ? price : setup.maxPrice();
        final long reserve = bid ? top : 0;
        out.place(setup.symbol(), type, bid, uid, orderId, price, reserve, size);
        needs.addOrder(setup, type, bid, uid, price, reserve, size);
        return orderId;
    }

    /** The distance of a new order from the last trade: bids are never above it, asks never below. */
    private long offset(final boolean bid) {
        final int distance = 1 + random.nextSquareOf((int) setup.deviation());
        long sum = 0;
        for (int i = 0; i < DISTANCE_DRAWS; i++) {
            sum += random.nextInt(distance);
        }
        final long away = Math.abs(sum / DISTANCE_DRAWS * 2 - distance);
        return bid ? -away : away;
    }

    /**
     * The price of a moved order: nearer to the last trade by a hundredth of the way, at least one tick; from the price
     * of the last trade, a tick up or down.
     */
    private long movedPrice(final RestingOrder order) {
        final long price = order.price();
        final long distance = book.lastPrice() - price;
        final long step;
        if (distance == 0) {
            step = random.nextBoolean() ? 1 : -1;
        } else {
            step = Long.signum(distance) * ((Math.abs(distance) + MOVE_SHARE - 1) / MOVE_SHARE);
        }
        return clamp(price + step);
    }

    private long clamp(final long price) {
        return Math.max(setup.minPrice(), Math.min(setup.maxPrice(), price));
    }

    /**
     * The size of an order: a product of three draws, so that many sizes are 1 and few are large: with six factors 16.6
     * lots on average.
     */
    private long size(final int factors) {
        return 1 + (long) random.nextInt(factors) * random.nextInt(factors) * random.nextInt(factors);
    }
}
