package io.daybook.flow.lobster;

import io.daybook.api.Side;
import io.daybook.flow.CsvException;
import io.daybook.flow.CsvRow;
import io.daybook.flow.CsvRows;
import io.daybook.flow.FlowUsers;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedEvent.Kind;
import io.daybook.flow.RecordedListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The events of a LOBSTER day.
 *
 * <p>The files do not contain the orders that were on the book before the first message, only the size on each level:
 * each level is seeded with one anonymous order, and later events of orders that were never announced apply to the seed
 * of their level. A deletion of such an order takes its own size off the seed, because the seed may represent several
 * orders. If there is no seed either, the event keeps NASDAQ's number, which belongs to no order. Halts are left out.
 *
 * <p>Prices are in 1/10,000 dollar, sizes in shares; every event has its time in ns since midnight and its row, from 1,
 * as its numbers, so that results line up with the file. Used by one thread, once.
 */
public final class LobsterDay {
    private static final int COLUMNS_PER_LEVEL = 4;

    /**
     * The counts of a converted file.
     *
     * @param seeds orders that represent the book before the first message
     * @param events rows of the message file
     * @param orders new orders
     * @param reductions partial cancels, and deletions of orders that were never announced
     * @param cancels deletions
     * @param executions executions of visible orders
     * @param hidden executions of hidden orders, and crosses: left out
     * @param halts trading halts: left out
     * @param unannounced events of orders that were never announced and have no seed
     * @param bookRows rows of the order book file; in matching files their number is the number of events
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
    private final RecordedListener out;
    private final RecordedEvent event = new RecordedEvent();

    /** For asks, the id of the order that represents a level, by price. */
    private final Map<Long, Long> askSeeds = new TreeMap<>();

    /** For bids, the id of the order that represents a level, by price. */
    private final Map<Long, Long> bidSeeds = new TreeMap<>();

    private final Set<Long> announced = new HashSet<>();
    private long nextSeed = FlowUsers.MAKER_AND_TAKER.firstOwnOrderId();
    private long orders;
    private long reductions;
    private long cancels;
    private long executions;
    private long hidden;
    private long halts;
    private long unannounced;

    /** Creates a day of a symbol that the caller chooses. */
    public LobsterDay(final int symbol, final RecordedListener out) {
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
     * @throws CsvException if a file is wrong
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
            throw new CsvException((cells == null ? messagesName : orderBookName) + " is empty");
        }
        long number = 1;
        LobsterEvent row = LobsterEvent.of(cells);
        setUp(row.timeNs());
        seed(firstBook, row);
        out.onNote("the events of " + messagesName + "; the cookie is the row");
        while (true) {
            play(row, number);
            cells = rows.next();
            if (cells == null) {
                break;
            }
            number++;
            row = LobsterEvent.of(cells);
        }
        long bookRows = 1;
        while (books.next() != null) {
            bookRows++;
        }
        final long seeds = askSeeds.size() + (long) bidSeeds.size();
        return new Summary(
                seeds, number, orders, reductions, cancels, executions, hidden, halts, unannounced, bookRows);
    }

    private void setUp(final long timeNs) {
        final FlowUsers users = FlowUsers.MAKER_AND_TAKER;
        out.onNote("the symbol: 1 lot is 1 share, 1 tick is 1/10,000 dollar; currency " + users.shares(symbol)
                + " is shares, " + users.dollars(symbol) + " is 1/10,000 dollar");
        out.onNote("user " + users.maker(symbol, Side.BID) + " owns makers, user " + users.taker(symbol, Side.BID)
                + " takers; both have enough of everything");
        event.begin(Kind.LISTED, timeNs, symbol).numbers(0, 0).fromBefore();
        out.onEvent(event);
    }

    /** Adds one resting order per level of the book before the first event. */
    private void seed(final CsvRow book, final LobsterEvent first) throws IOException {
        book.requireColumns(COLUMNS_PER_LEVEL);
        out.onNote("the book before the first event: one order a level");
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

    private void seed(final Side side, final Map<Long, Long> levels, final long timeNs) {
        for (final Map.Entry<Long, Long> level : levels.entrySet()) {
            if (level.getValue() > 0) {
                final long price = level.getKey();
                final long id = nextSeed++;
                seeds(side).put(price, id);
                event.begin(Kind.ADDED, timeNs, symbol)
                        .numbers(0, 0)
                        .references(id, 0)
                        .fromBefore();
                event.terms(side, price).sizes(level.getValue(), level.getValue());
                out.onEvent(event);
            }
        }
    }

    private Map<Long, Long> seeds(final Side side) {
        return side == Side.ASK ? askSeeds : bidSeeds;
    }

    /** Reads one level. LOBSTER fills missing levels with impossible prices of size 0. */
    private static void level(final CsvRow book, final int column, final Map<Long, Long> levels) throws CsvException {
        final long price = book.integer(column, "price");
        final long size = book.integer(column + 1, "size");
        if (size > 0) {
            levels.merge(price, size, Long::sum);
        }
    }

    /** Takes the first event off the first row of the book, which already contains it. */
    private static void undo(final LobsterEvent first, final Map<Long, Long> levels) {
        switch (first.type()) {
            case LobsterEvent.NEW_ORDER -> levels.merge(first.price(), -first.size(), Long::sum);
            case LobsterEvent.PARTIAL_CANCEL, LobsterEvent.DELETION, LobsterEvent.VISIBLE_EXECUTION ->
                levels.merge(first.price(), first.size(), Long::sum);
            default -> {
                // The book does not show this event.
            }
        }
    }

    private void play(final LobsterEvent row, final long number) {
        switch (row.type()) {
            case LobsterEvent.NEW_ORDER -> {
                orders++;
                announced.add(row.orderId());
                show(Kind.ADDED, row, number, row.orderId());
            }
            case LobsterEvent.PARTIAL_CANCEL -> {
                reductions++;
                show(Kind.CANCELLED, row, number, restingId(row));
            }
            case LobsterEvent.DELETION -> {
                final boolean isOfSeed = isSeeded(row);
                reductions += isOfSeed ? 1 : 0;
                cancels += isOfSeed ? 0 : 1;
                show(isOfSeed ? Kind.CANCELLED : Kind.DELETED, row, number, restingId(row));
            }
            case LobsterEvent.VISIBLE_EXECUTION -> {
                executions++;
                show(Kind.EXECUTED, row, number, restingId(row));
            }
            case LobsterEvent.HALT -> halts++;
            default -> {
                hidden++;
                final boolean isHidden = row.type() == LobsterEvent.HIDDEN_EXECUTION;
                show(isHidden ? Kind.HIDDEN_TRADE : Kind.CROSS, row, number, 0);
            }
        }
    }

    private void show(final Kind kind, final LobsterEvent row, final long number, final long reference) {
        event.begin(kind, row.timeNs(), symbol).numbers(number, number).references(reference, 0);
        event.terms(row.side(), row.price()).sizes(row.size(), RecordedEvent.UNKNOWN);
        if (reference >= FlowUsers.MAKER_AND_TAKER.firstOwnOrderId()) {
            event.fromBefore();
        }
        out.onEvent(event);
    }

    private boolean isSeeded(final LobsterEvent row) {
        return !announced.contains(row.orderId()) && seeds(row.side()).containsKey(row.price());
    }

    /**
     * Returns the order that a row is about: the announced order, otherwise the seed of its level, otherwise an order
     * that does not exist.
     */
    private long restingId(final LobsterEvent row) {
        if (announced.contains(row.orderId())) {
            return row.orderId();
        }
        final Long seed = seeds(row.side()).get(row.price());
        if (seed == null) {
            unannounced++;
            return row.orderId();
        }
        return seed;
    }
}
