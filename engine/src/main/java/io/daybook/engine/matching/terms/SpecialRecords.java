package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.book.OrderVisitor;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;
import io.daybook.kernel.state.OrderRecord;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Shows the orders of a book in which some have terms, and writes their records. Not for the hot path: it collects and
 * sorts. Used by the book's thread between commands.
 */
final class SpecialRecords {
    private static final int BID = Side.BID.code();

    private final OrderBook book;
    private final SpecialBook special;
    private final OrderSlab orders;
    private final TermsSlab terms;

    SpecialRecords(final SpecialBook special) {
        this.book = special.book;
        this.special = special;
        this.orders = special.orders;
        this.terms = special.terms;
    }

    /** Shows one order with all its lots, and then its terms. */
    void visit(final int order, final OrderVisitor visitor) {
        final int userIndex = orders.userIndex(order);
        visitor.onOrder(
                book.spec().symbol(),
                BID + orders.side(order),
                special.price(order),
                orders.id(order),
                special.users.uid(userIndex),
                userIndex,
                orders.type(order),
                orders.reserve(order),
                orders.size(order),
                special.total(order));
        final int handle = orders.terms(order);
        if (handle != TermsSlab.NONE) {
            visitor.onTerms(new LiveTerms(special, order, handle));
        }
    }

    /** Visits the resting orders in the sequence of {@code OrderBook.forEachOrder}. */
    void forEachResting(final IntConsumer visitor) {
        forEachResting(0, visitor);
        forEachResting(1, visitor);
    }

    /**
     * Visits the orders of a side from its lowest price to its highest. Levels are found from the best price on, so
     * those of bids are visited in reverse.
     */
    private void forEachResting(final int side, final IntConsumer visitor) {
        final List<int[]> levels = new ArrayList<>();
        for (long key = special.levels.bestKey(side); key != NO_KEY; key = special.levels.nextKey(side, key)) {
            levels.add(ordersAt(side, key));
        }
        for (int i = 0; i < levels.size(); i++) {
            for (final int order : levels.get(side == 1 ? i : levels.size() - 1 - i)) {
                visitor.accept(order);
            }
        }
    }

    private int[] ordersAt(final int side, final long key) {
        int[] found = new int[4];
        int count = 0;
        final int seen = special.levels.seen[side].find(key);
        int order = seen == NO_LEVEL ? NO_ORDER : special.levels.seen[side].head(seen);
        for (; order != NO_ORDER; order = orders.next(order)) {
            found = put(found, count++, order);
        }
        final int unseen = special.levels.hidden[side].find(key);
        int place = unseen == NO_LEVEL ? Shadows.NONE : special.levels.hidden[side].head(unseen);
        for (; place != Shadows.NONE; place = special.shadows.next(place)) {
            found = put(found, count++, special.shadows.order(place));
        }
        return Arrays.copyOf(found, count);
    }

    private static int[] put(final int[] array, final int at, final int value) {
        final int[] roomy = at < array.length ? array : Arrays.copyOf(array, 2 * at);
        roomy[at] = value;
        return roomy;
    }

    /** Writes the ORDER records; waiting lots of an exit are in its EXIT record. */
    void writeOrders(final StateWriter writer) {
        final long[] last = {-1, -1, -1}; // side, price, rank
        forEachResting(order -> {
            final long side = (long) BID + orders.side(order);
            final long price = special.price(order);
            last[2] = side == last[0] && price == last[1] ? last[2] + 1 : 0;
            last[0] = side;
            last[1] = price;
            OrderRecord.write(
                    writer,
                    book.spec().symbol(),
                    (int) side,
                    price,
                    last[2],
                    orders.id(order),
                    special.users.uid(orders.userIndex(order)),
                    orders.type(order),
                    orders.reserve(order),
                    orders.size(order),
                    special.total(order) - waiting(order));
        });
    }

    private long waiting(final int order) {
        final int handle = orders.terms(order);
        return handle == TermsSlab.NONE ? 0 : terms.get(handle, TermsSlab.WAITING);
    }

    /** Writes the records of a kind, in canonical order. */
    void write(final StateRecordType type, final StateWriter writer) {
        switch (type) {
            case DORMANT -> writeDormant(writer);
            case TERMS -> writeTerms(writer);
            case SYMBOL_STATE -> writeState(writer);
            case EXIT -> writeExits(writer);
            default ->
                throw new IllegalArgumentException(
                        "record type must be DORMANT, TERMS, SYMBOL_STATE or EXIT: type=" + type);
        }
    }

    private void writeDormant(final StateWriter writer) {
        final List<long[]> rows = new ArrayList<>();
        special.triggers.forEach((order, rank) -> {
            if (special.isDormant(order)) {
                rows.add(new long[] {BID + orders.side(order), special.price(order), rank, orders.id(order), order});
            }
        });
        rows.sort(Comparator.<long[]>comparingLong(row -> row[0])
                .thenComparingLong(row -> row[1])
                .thenComparingLong(row -> row[2])
                .thenComparingLong(row -> row[3]));
        for (final long[] row : rows) {
            final int order = (int) row[4];
            OrderRecord.write(
                    writer,
                    StateRecordType.DORMANT,
                    book.spec().symbol(),
                    (int) row[0],
                    row[1],
                    row[2],
                    row[3],
                    special.users.uid(orders.userIndex(order)),
                    orders.type(order),
                    orders.reserve(order),
                    orders.size(order),
                    orders.remaining(order));
        }
    }

    /**
     * Writes the TERMS records of all orders with terms that have lots in the book or wait for a trigger; other exits
     * have only their EXIT records.
     */
    private void writeTerms(final StateWriter writer) {
        final Map<Integer, Long> triggerRanks = new TreeMap<>();
        special.triggers.forEach(triggerRanks::put);
        final Map<Integer, Long> expiryRanks = ranks(special.expiries);
        final List<Integer> found = new ArrayList<>();
        forEachResting(found::add);
        special.triggers.forEach((order, rank) -> {
            if (special.isDormant(order)) {
                found.add(order);
            }
        });
        found.removeIf(order -> orders.terms(order) == TermsSlab.NONE);
        found.sort(Comparator.comparingLong(orders::id));
        for (final int order : found) {
            final int handle = orders.terms(order);
            writer.begin(StateRecordType.TERMS);
            writer.put(book.spec().symbol());
            writer.put(orders.id(order));
            writer.put(terms.get(handle, TermsSlab.MASK));
            for (final Term term : Term.values()) {
                if (term.code() < TermsSlab.TERM_COUNT) {
                    writer.put(terms.term(handle, term));
                }
            }
            writer.put(terms.mode(handle));
            writer.put(terms.get(handle, TermsSlab.GROUP));
            writer.put(terms.has(handle, Term.DISPLAY) && !special.isDormant(order) ? shown(order) : 0);
            writer.put(triggerRanks.getOrDefault(order, 0L));
            writer.put(expiryRanks.getOrDefault(order, 0L));
            writer.end();
        }
    }

    private long shown(final int order) {
        return special.isHidden(order) ? 0 : orders.remaining(order);
    }

    private Map<Integer, Long> ranks(final PriceLevels index) {
        final Map<Integer, Long> ranks = new TreeMap<>();
        for (int level = index.best(); level != NO_LEVEL; level = index.next(level)) {
            long rank = 0;
            for (int place = index.head(level); place != Shadows.NONE; place = special.shadows.next(place)) {
                ranks.put(special.shadows.order(place), rank++);
            }
        }
        return ranks;
    }

    private void writeState(final StateWriter writer) {
        if (special.triggers.high() != 0) {
            writer.begin(StateRecordType.SYMBOL_STATE);
            writer.put(book.spec().symbol());
            writer.put(special.triggers.low());
            writer.put(special.triggers.high());
            writer.end();
        }
    }

    private void writeExits(final StateWriter writer) {
        final Map<Integer, Long> ranks = new TreeMap<>();
        special.brackets.forEachWaiting(exit -> ranks.put(exit, ranks.size() + 1L));
        final List<Integer> exits = new ArrayList<>();
        special.brackets.forEachExit(exits::add);
        exits.sort(Comparator.comparingLong(orders::id));
        for (final int exit : exits) {
            final int handle = orders.terms(exit);
            final int entry = special.partner(exit);
            writer.begin(StateRecordType.EXIT);
            writer.put(book.spec().symbol());
            writer.put(orders.id(exit));
            writer.put(entry == NO_ORDER ? 0 : orders.id(entry));
            writer.put(special.users.uid(orders.userIndex(exit)));
            writer.put(BID + orders.side(exit));
            writer.put(terms.get(handle, Term.EXIT_PRICE.code()));
            writer.put(terms.get(handle, Term.EXIT_TRIGGER.code()));
            writer.put(terms.get(handle, Term.EXIT_STOP_PRICE.code()));
            writer.put(terms.mode(handle));
            writer.put(terms.get(handle, TermsSlab.GROUP));
            writer.put(terms.has(handle, Term.FLAGGED) ? 1 : 0);
            writer.put(special.total(exit) == 0 ? 0 : orders.size(exit));
            writer.put(terms.get(handle, TermsSlab.WAITING));
            writer.put(ranks.getOrDefault(exit, 0L));
            writer.end();
        }
    }

    /** The mode of an order as its report shows it; 0 for no mode. */
    static int shownMode(final TermsSlab terms, final int handle) {
        final int mode = terms.mode(handle);
        return mode > StpMode.NONE.code() ? mode : 0;
    }
}
