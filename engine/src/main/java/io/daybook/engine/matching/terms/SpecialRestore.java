package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.TermsSlab;
import io.daybook.kernel.state.InvalidStateException;
import io.daybook.kernel.state.OrderRecord;
import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Restores, from the records of one state, the orders that have terms. The records are not sorted by rank, so
 * {@link #end} assigns the queue positions. Not for the hot path.
 */
public final class SpecialRestore {
    private static final int MASK_FIELD = 2;
    private static final int FIRST_TERM = 3;
    private static final int MODE_FIELD = FIRST_TERM + TermsSlab.TERM_COUNT;

    private final IntFunction<SpecialBook> books;
    private final List<Place> triggered = new ArrayList<>();
    private final List<Place> expiring = new ArrayList<>();
    private final List<Place> waiting = new ArrayList<>();
    private final List<Place> sizes = new ArrayList<>();
    private final List<Place> entries = new ArrayList<>();
    private final Set<SpecialBook> withHidden = new LinkedHashSet<>();
    private final Set<SpecialBook> withFlagged = new LinkedHashSet<>();
    private final List<Shown> shown = new ArrayList<>();
    private final Set<Long> dormant = new LinkedHashSet<>();

    public SpecialRestore(final IntFunction<SpecialBook> books) {
        this.books = books;
    }

    private record Place(SpecialBook book, int order, long rank, long lots) {}

    private record Shown(SpecialBook book, int order, long lots) {}

    /** Restores a DORMANT record with fields in their ranges. */
    public void restoreDormant(final StateReader reader, final int symbolIndex, final int userIndex) {
        final SpecialBook book = books.apply(symbolIndex);
        final long id = OrderRecord.orderId(reader);
        require(reader, book.ids.isFree(id), "duplicate order id", id);
        final int order = book.add(
                id,
                OrderRecord.size(reader),
                OrderRecord.remaining(reader),
                (int) OrderRecord.type(reader),
                (int) OrderRecord.side(reader) - Side.BID.code(),
                OrderRecord.reserve(reader),
                userIndex,
                OrderRecord.uid(reader));
        final int handle = book.addTerms(order, 0, 0);
        book.terms.set(handle, TermsSlab.PRICE, OrderRecord.price(reader));
        book.terms.state(handle, TermsSlab.DORMANT, true);
        dormant.add((long) symbolIndex << 32 | order);
    }

    /** Restores a TERMS record of a known symbol. */
    public void restoreTerms(final StateReader reader, final int symbolIndex) {
        final SpecialBook book = books.apply(symbolIndex);
        final int order = book.ids.get(reader.get(1));
        require(reader, order != NO_ORDER, "terms of an unknown order", reader.get(1));
        final boolean isDormant = dormant.remove((long) symbolIndex << 32 | order);
        final long mask = reader.get(MASK_FIELD);
        require(reader, isDormant || book.orders.terms(order) == TermsSlab.NONE, "duplicate terms", reader.get(1));
        require(reader, mask >= 0 && mask < 1L << TermsSlab.TERM_COUNT, "unknown terms", mask);
        final long mode = reader.get(MODE_FIELD);
        require(reader, mode >= 0 && mode <= 5, "unknown mode", mode);
        final long price = book.price(order);
        final int handle = isDormant ? book.orders.terms(order) : book.addTerms(order, 0, 0);
        book.terms.mode(handle, mode);
        book.terms.set(handle, TermsSlab.GROUP, reader.get(MODE_FIELD + 1));
        book.terms.set(handle, TermsSlab.PRICE, price);
        for (int code = 0; code < TermsSlab.TERM_COUNT; code++) {
            book.terms.set(handle, code, reader.get(FIRST_TERM + code));
        }
        book.terms.set(handle, TermsSlab.MASK, mask);
        if (book.terms.has(handle, Term.FLAGGED)) {
            book.flagged.add(order);
            withFlagged.add(book);
        }
        if (book.terms.has(handle, Term.TRIGGER)) {
            triggered.add(new Place(book, order, reader.get(MODE_FIELD + 3), 0));
        }
        require(reader, !isDormant || book.terms.has(handle, Term.TRIGGER), "dormant order needs a trigger", mask);
        if (book.terms.has(handle, Term.EXIT_ORDER_ID)) {
            entries.add(new Place(book, order, 0, 0));
        }
        if (book.terms.has(handle, Term.EXPIRE_AT)) {
            expiring.add(new Place(book, order, reader.get(MODE_FIELD + 4), 0));
        }
        if (book.terms.has(handle, Term.DISPLAY) && !isDormant) {
            restoreShown(reader, book, order, reader.get(MODE_FIELD + 2));
        }
    }

    private void restoreShown(final StateReader reader, final SpecialBook book, final int order, final long lots) {
        final boolean isHidden = book.term(order, Term.DISPLAY) == 0;
        final boolean isPossible = isHidden ? lots == 0 : lots >= 1 && lots <= book.orders.remaining(order);
        require(reader, isPossible, "shown lots out of range", lots);
        if (isHidden) {
            withHidden.add(book);
        } else if (lots < book.orders.remaining(order)) {
            shown.add(new Shown(book, order, lots));
        }
    }

    /** Restores a SYMBOL_STATE record of a known symbol. */
    public void restoreState(final StateReader reader, final int symbolIndex) {
        final long low = reader.get(1);
        final long high = reader.get(2);
        require(reader, low >= 1 && low <= high, "invalid range of prices", low);
        books.apply(symbolIndex).triggers.range(low, high);
    }

    /**
     * Restores an EXIT record of a known symbol and user.
     *
     * @return whether the exit has no other record
     */
    public boolean restoreExit(final StateReader reader, final int symbolIndex, final int userIndex) {
        final SpecialBook book = books.apply(symbolIndex);
        final long id = reader.get(1);
        final long entryId = reader.get(2);
        final long lots = reader.get(12);
        int exit = book.ids.get(id);
        final boolean isAlone = exit == NO_ORDER;
        final int side = (int) reader.get(4) - Side.BID.code();
        require(reader, side == 0 || side == 1, "unknown side", reader.get(4));
        require(reader, id >= 1 && lots >= 0, "invalid id or lots of an exit", id);
        if (isAlone) {
            exit = book.addExit(
                    id,
                    side,
                    userIndex,
                    reader.get(3),
                    reader.get(5),
                    reader.get(6),
                    reader.get(7),
                    (int) reader.get(8),
                    reader.get(9));
            if (reader.get(10) != 0) {
                book.flag(exit);
            }
        } else {
            require(reader, book.orders.userIndex(exit) == userIndex, "exit belongs to another user", id);
            if (book.orders.terms(exit) == TermsSlab.NONE) {
                book.addTerms(exit, (int) reader.get(8), reader.get(9));
            }
            book.brackets.makeExit(exit);
            book.brackets.define(book.orders.terms(exit), reader.get(5), reader.get(6), reader.get(7));
        }
        if (entryId != 0) {
            final int entry = book.ids.get(entryId);
            final boolean isEntry = entry != NO_ORDER && book.has(entry, Term.EXIT_ORDER_ID);
            require(reader, isEntry && book.partner(entry) == NO_ORDER, "unknown entry", entryId);
            book.brackets.join(entry, exit);
        }
        if (lots > 0) {
            waiting.add(new Place(book, exit, reader.get(13), lots));
        }
        final long size = reader.get(11);
        require(reader, size >= lots && (isAlone ? lots > 0 || size == 0 : size > 0), "invalid size of an exit", size);
        sizes.add(new Place(book, exit, 0, size));
        return isAlone;
    }

    /** The lots of a live order. */
    public long lotsOf(final int symbolIndex, final long orderId) {
        final SpecialBook book = books.apply(symbolIndex);
        return book.total(book.ids.get(orderId));
    }

    /** Assigns all orders their queue positions, after the last record. */
    public void end() {
        if (!dormant.isEmpty()) {
            throw new InvalidStateException(StateRecordType.DORMANT, "a dormant order must have terms");
        }
        for (final Place entry : entries) {
            if (entry.book.partner(entry.order) == NO_ORDER) {
                throw new InvalidStateException(
                        StateRecordType.TERMS,
                        "an entry must have its exit: orderId=" + entry.book.orders.id(entry.order));
            }
        }
        sorted(triggered).forEach(place -> {
            if (place.book.isDormant(place.order)) {
                place.book.terms.state(place.book.orders.terms(place.order), TermsSlab.DORMANT, false);
                place.book.sleep(place.order);
            } else {
                place.book.triggers.add(place.order);
            }
        });
        shown.forEach(SpecialRestore::conceal);
        // After the triggers: rest() would add an order that is not yet in the queue of its trigger.
        withHidden.forEach(SpecialRestore::hide);
        withFlagged.forEach(book -> new SpecialRecords(book).forEachResting(book.flagged::rest));
        sorted(expiring).forEach(place -> place.book.expire(place.order, place.book.orders.terms(place.order)));
        sorted(waiting)
                .forEach(place ->
                        place.book.brackets.enqueue(place.order, place.book.orders.terms(place.order), place.lots));
        sizes.forEach(place -> place.book.orders.size(place.order, place.lots));
    }

    private static List<Place> sorted(final List<Place> places) {
        places.sort(Comparator.comparingLong(Place::rank));
        return places;
    }

    private static void conceal(final Shown part) {
        final SpecialBook book = part.book;
        final int side = book.orders.side(part.order);
        final long behind = book.orders.remaining(part.order) - part.lots;
        final long price = book.levels.seen[side].priceOfOrder(part.order);
        book.levels.seen[side].reduce(part.order, behind);
        book.orders.remaining(part.order, part.lots + behind);
        book.levels.conceal(part.order, book.orders.terms(part.order), side, price, behind);
    }

    /**
     * Hides the hidden orders of a book in the order of their arrival, which is the order of the queues of their
     * levels.
     */
    private static void hide(final SpecialBook book) {
        for (int side = 0; side < 2; side++) {
            final List<Integer> found = new ArrayList<>();
            final PriceLevels levels = book.levels.seen[side];
            for (int level = levels.best(); level != NO_LEVEL; level = levels.next(level)) {
                for (int order = levels.head(level); order != NO_ORDER; order = book.orders.next(order)) {
                    if (book.has(order, Term.DISPLAY) && book.term(order, Term.DISPLAY) == 0) {
                        found.add(order);
                    }
                }
            }
            for (final int order : found) {
                final long price = levels.priceOfOrder(order);
                book.levels.leaveLevel(order);
                book.levels.rest(order, price);
            }
        }
    }

    private static void require(
            final StateReader reader, final boolean holds, final String otherwise, final long value) {
        if (!holds) {
            throw new InvalidStateException(reader.type(), otherwise + ": " + value);
        }
    }
}
