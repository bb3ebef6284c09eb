package io.daybook.cli.lobster;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Limits;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.scenario.ScenarioWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Turns a LOBSTER day into a scenario that plays the same order flow.
 *
 * <p>The files do not say which orders were on the book before the first message, only how much rested on each level:
 * each level is seeded with one anonymous order, and what later happens to orders that were never announced happens to
 * the seed of their level. A deletion of such an order takes its own size off the seed, which may stand for several.
 * Where there is no seed either, the command keeps NASDAQ's number, and finds nothing. An execution names the order
 * that rested: the taker's side is played by an immediate-or-cancel order of the same size and price. Executions of
 * hidden orders, crosses and halts leave no trace in the visible book and are left out.
 *
 * <p>Prices are in 1/10,000 dollar, sizes in shares; every command has the time of its event in ns since midnight, and
 * the row of the event, from 1, as its cookie, so that results line up with the file. Used by one thread, once.
 */
public final class LobsterImport {
    /** Owner of all orders that rest. */
    public static final long MAKER = 1;

    /** Owner of all orders that take. */
    public static final long TAKER = 2;

    /** Where the numbers of seeds and takers begin; NASDAQ's own are far below. */
    public static final long FIRST_OWN_ORDER_ID = 1_000_000_000_000L;

    /** The currency that stands for the shares. */
    public static final int SHARES = 1;

    /** The currency that prices are in; 1/10,000 dollar. */
    public static final int DOLLARS = 840;

    private static final int COLUMNS_PER_LEVEL = 4;
    private static final long NO_COOKIE = 0;

    /**
     * What was made of a file.
     *
     * @param seeds orders that stand for what was on the book before
     * @param events rows of the message file
     * @param orders new orders
     * @param reductions partial cancels, and deletions of orders that were never announced
     * @param cancels deletions
     * @param executions executions of visible orders
     * @param hidden executions of hidden orders, and crosses: left out
     * @param halts trading halts: left out
     * @param unannounced events of orders that were never announced and have no seed
     * @param bookRows rows of the order book file; of files that belong together, as many as there are events
     */
    public record Summary(
            long seeds,
            long events,
            long orders,
            long reductions,
            long cancels,
            long executions,
            long hidden,
            long halts,
            long unannounced,
            long bookRows) {}

    private final int symbol;
    private final ScenarioWriter out;
    /** Price to id of the order that stands for the level. */
    private final Map<Long, Long> askSeeds = new TreeMap<>();

    private final Map<Long, Long> bidSeeds = new TreeMap<>();
    private final Set<Long> announced = new HashSet<>();
    private long nextOwnOrderId = FIRST_OWN_ORDER_ID;
    private long orders;
    private long reductions;
    private long cancels;
    private long executions;
    private long hidden;
    private long halts;
    private long unannounced;

    /** An import under a symbol of the caller's choice, into a writer that the caller flushes. */
    public LobsterImport(final int symbol, final ScenarioWriter out) {
        this.symbol = symbol;
        this.out = out;
    }

    /**
     * Reads both files side by side.
     *
     * @param messages the message file
     * @param messagesName its name, for errors
     * @param orderBook the order book file, of which the first row is used and the others are counted
     * @param orderBookName its name, for errors
     * @throws LobsterFormatException when a file is not what it should be
     */
    public Summary run(
            final BufferedReader messages,
            final String messagesName,
            final BufferedReader orderBook,
            final String orderBookName)
            throws IOException {
        final CsvRows books = new CsvRows(orderBook, orderBookName);
        final CsvRow firstBook = books.next();
        final CsvRows rows = new CsvRows(messages, messagesName);
        CsvRow cells = rows.next();
        if (firstBook == null || cells == null) {
            throw new LobsterFormatException((cells == null ? messagesName : orderBookName) + " is empty");
        }
        long row = 1;
        LobsterEvent event = LobsterEvent.of(cells);
        setUp(event.timeNs());
        seed(firstBook, event);
        out.comment("the events of " + messagesName + "; the cookie is the row");
        while (true) {
            play(event, row);
            cells = rows.next();
            if (cells == null) {
                break;
            }
            row++;
            event = LobsterEvent.of(cells);
        }
        long bookRows = 1;
        while (books.next() != null) {
            bookRows++;
        }
        final long seeds = askSeeds.size() + (long) bidSeeds.size();
        return new Summary(seeds, row, orders, reductions, cancels, executions, hidden, halts, unannounced, bookRows);
    }

    private void setUp(final long timeNs) throws IOException {
        out.comment("the symbol: 1 lot is 1 share, 1 tick is 1/10,000 dollar; currency " + SHARES + " is shares, "
                + DOLLARS + " is 1/10,000 dollar");
        out.command(
                new AddSymbol(SymbolSpec.exchangePair(symbol, SHARES, DOLLARS).build()), NO_COOKIE, timeNs);
        out.comment("user " + MAKER + " owns what rests, user " + TAKER + " what takes; both have all they need");
        final Map<Integer, Long> plenty =
                new TreeMap<>(Map.of(SHARES, Limits.MAX_ADJUSTMENT, DOLLARS, Limits.MAX_ADJUSTMENT));
        out.command(AddAccounts.of(Map.of(MAKER, plenty, TAKER, plenty)), NO_COOKIE, timeNs);
    }

    /** Rests one order per level of the book as it was before the first event. */
    private void seed(final CsvRow book, final LobsterEvent first) throws IOException {
        book.requireColumns(COLUMNS_PER_LEVEL);
        out.comment("the book before the first event: one order a level");
        final Map<Long, Long> asks = new TreeMap<>();
        final Map<Long, Long> bids = new TreeMap<>();
        for (int column = 0; column + COLUMNS_PER_LEVEL <= book.columns(); column += COLUMNS_PER_LEVEL) {
            level(book, column, asks);
            level(book, column + 2, bids);
        }
        undo(first, first.side() == Side.ASK ? asks : bids);
        seed(Side.ASK, asks, first.timeNs());
        seed(Side.BID, bids, first.timeNs());
    }

    private void seed(final Side side, final Map<Long, Long> levels, final long timeNs) throws IOException {
        for (final Map.Entry<Long, Long> level : levels.entrySet()) {
            if (level.getValue() > 0) {
                final long price = level.getKey();
                final long id = nextOwnOrderId++;
                seeds(side).put(price, id);
                out.command(PlaceOrder.gtc(MAKER, symbol, id, side, price, level.getValue()), NO_COOKIE, timeNs);
            }
        }
    }

    private Map<Long, Long> seeds(final Side side) {
        return side == Side.ASK ? askSeeds : bidSeeds;
    }

    /** One level; LOBSTER fills up with impossible prices of size 0. */
    private static void level(final CsvRow book, final int column, final Map<Long, Long> levels)
            throws LobsterFormatException {
        final long price = book.integer(column, "price");
        final long size = book.integer(column + 1, "size");
        if (size > 0) {
            levels.merge(price, size, Long::sum);
        }
    }

    /** The first row of the book already contains the first event. */
    private static void undo(final LobsterEvent first, final Map<Long, Long> levels) {
        switch (first.type()) {
            case LobsterEvent.NEW_ORDER -> levels.merge(first.price(), -first.size(), Long::sum);
            case LobsterEvent.PARTIAL_CANCEL, LobsterEvent.DELETION, LobsterEvent.VISIBLE_EXECUTION ->
                levels.merge(first.price(), first.size(), Long::sum);
            default -> {
                // Nothing that the book shows.
            }
        }
    }

    private void play(final LobsterEvent event, final long row) throws IOException {
        switch (event.type()) {
            case LobsterEvent.NEW_ORDER -> {
                orders++;
                announced.add(event.orderId());
                send(
                        PlaceOrder.gtc(MAKER, symbol, event.orderId(), event.side(), event.price(), event.size()),
                        event,
                        row);
            }
            case LobsterEvent.PARTIAL_CANCEL -> reduce(event, row);
            case LobsterEvent.DELETION -> {
                if (isSeeded(event)) {
                    reduce(event, row);
                } else {
                    cancels++;
                    send(new CancelOrder(MAKER, symbol, restingId(event)), event, row);
                }
            }
            case LobsterEvent.VISIBLE_EXECUTION -> execute(event, row);
            case LobsterEvent.HALT -> halts++;
            default -> hidden++;
        }
    }

    private void reduce(final LobsterEvent event, final long row) throws IOException {
        reductions++;
        send(new ReduceOrder(MAKER, symbol, restingId(event), event.size()), event, row);
    }

    private void execute(final LobsterEvent event, final long row) throws IOException {
        executions++;
        if (!announced.contains(event.orderId()) && !isSeeded(event)) {
            unannounced++;
        }
        final Side takerSide = event.side().opposite();
        send(
                new PlaceOrder(
                        TAKER, symbol, nextOwnOrderId++, takerSide, OrderType.IOC, event.price(), 0, event.size()),
                event,
                row);
    }

    private void send(final Command command, final LobsterEvent event, final long row) throws IOException {
        out.command(command, row, event.timeNs());
    }

    private boolean isSeeded(final LobsterEvent event) {
        return !announced.contains(event.orderId()) && seeds(event.side()).containsKey(event.price());
    }

    /** The order that an event is about: the announced one, else the seed of its level, else one that is not there. */
    private long restingId(final LobsterEvent event) {
        if (announced.contains(event.orderId())) {
            return event.orderId();
        }
        final Long seed = seeds(event.side()).get(event.price());
        if (seed == null) {
            unannounced++;
            return event.orderId();
        }
        return seed;
    }
}
