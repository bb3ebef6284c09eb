package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.CancelReason;
import io.daybook.api.Limits;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.ids.UserOrders;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.StableOrder;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * Chooses the orders that a MASS_CANCEL cancels, at most {@value Limits#MAX_MASS_CANCEL}, and their sequence. The
 * orders of a user are cancelled by symbol and id. In a whole book the bids are first, then the asks, each side from
 * the best price on and by rank, then the orders in no level by id. One instance serves the books of a matching thread.
 */
public final class MassCancelling {
    private static final int FIRST_ORDERS = 64;

    private final OrderSlab orders;
    private final UserOrders users;
    private final IntFunction<OrderBook> books;
    private final Specials specials;
    private final StableOrder byId = new StableOrder();

    /** Made once, because a lambda that captures is a new object each time. */
    private final TriggerBook.Visitor dormant = (order, rank) -> collectIfDormant(order);

    private final IntConsumer exitsOffLevel = this::collectIfOffLevel;

    private long[] ids = new long[FIRST_ORDERS];
    private int count;
    private int cancelled;
    private boolean isLeft;
    private int side;
    private boolean isFlagged;
    private boolean isOfUser;

    public MassCancelling(
            final OrderSlab orders,
            final UserOrders users,
            final IntFunction<OrderBook> books,
            final Specials specials) {
        this.orders = orders;
        this.users = users;
        this.books = books;
        this.specials = specials;
    }

    /** Starts on a command. */
    public void begin(final CommandSlot slot) {
        cancelled = 0;
        isLeft = false;
        side = slot.sentSide() == 0 ? -1 : slot.sentSide() - Side.BID.code();
        isFlagged = slot.term(Term.FLAGGED.code()) != 0;
        isOfUser = slot.uid() != 0;
    }

    boolean isOfUser() {
        return isOfUser;
    }

    /** Whether the limit has left live orders that the command would have cancelled. */
    public boolean isFull() {
        return isLeft;
    }

    /** Cancels the orders of a user in a book, by id. */
    void cancelOf(final OrderBook book, final int userIndex) {
        count = 0;
        for (int order = users.head(userIndex); order != NO_ORDER; order = orders.nextOfUser(order)) {
            if (orders.bookIndex(order) == book.index()) {
                collectIfTaken(order);
            }
        }
        cancelById(specials.bookOf(book));
    }

    /** Cancels the orders of a book, of all users. */
    void cancelAll(final OrderBook book) {
        final SpecialBook special = specials.bookOf(book);
        for (int at = 0; at < 2; at++) {
            if (side < 0 || side == at) {
                cancelSide(special, at);
            }
        }
        count = 0;
        if (isFlagged) {
            collectQueue(special, special.flagged.offLevel(), 0);
        } else {
            special.triggers.forEach(dormant);
            special.brackets.forEachExit(exitsOffLevel);
        }
        cancelById(special);
    }

    private void cancelSide(final SpecialBook special, final int at) {
        final PriceLevels flagged = special.flagged.resting(at);
        long key = isFlagged ? flagged.bestKey() : special.levels.bestKey(at);
        while (key != NO_KEY && !isLeft) {
            count = 0;
            if (isFlagged) {
                collectFlagged(special, flagged, key, false);
                collectFlagged(special, flagged, key, true);
            } else {
                collectSeen(special.levels.seen[at], key);
                collectQueue(special, special.levels.hidden[at], key);
            }
            cancelByRank(special);
            key = isFlagged ? SpecialLevels.keyAbove(flagged, key) : special.levels.nextKey(at, key);
        }
    }

    private void collectSeen(final PriceLevels levels, final long key) {
        final int level = levels.find(key);
        int order = level == NO_LEVEL ? NO_ORDER : levels.head(level);
        for (; order != NO_ORDER && count <= Limits.MAX_MASS_CANCEL; order = orders.next(order)) {
            collect(orders.id(order));
        }
    }

    private void collectQueue(final SpecialBook special, final PriceLevels index, final long key) {
        final int level = index.find(key);
        int place = level == NO_LEVEL ? Shadows.NONE : index.head(level);
        for (; place != Shadows.NONE && count <= Limits.MAX_MASS_CANCEL; place = special.shadows.next(place)) {
            collectIfTaken(special.shadows.order(place));
        }
    }

    /** Collects the visible or the hidden orders of a level; visible orders have the better rank. */
    private void collectFlagged(
            final SpecialBook special, final PriceLevels flagged, final long key, final boolean hidden) {
        final int level = flagged.find(key);
        int place = level == NO_LEVEL ? Shadows.NONE : flagged.head(level);
        for (; place != Shadows.NONE && count <= Limits.MAX_MASS_CANCEL; place = special.shadows.next(place)) {
            final int order = special.shadows.order(place);
            if (special.isHidden(order) == hidden) {
                collect(orders.id(order));
            }
        }
    }

    private void collectIfDormant(final int order) {
        if (special(order).isDormant(order)) {
            collectIfTaken(order);
        }
    }

    private void collectIfOffLevel(final int exit) {
        if (orders.place(exit) == OrderSlab.NOWHERE && !special(exit).isDormant(exit)) {
            collectIfTaken(exit);
        }
    }

    private void collectIfTaken(final int order) {
        if (isTaken(order)) {
            collect(orders.id(order));
        }
    }

    private boolean isTaken(final int order) {
        return (side < 0 || orders.side(order) == side)
                && (!isFlagged || special(order).flagged.isFlagged(order));
    }

    private SpecialBook special(final int order) {
        return specials.bookOf(books.apply(orders.bookIndex(order)));
    }

    private void collect(final long id) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
        }
        ids[count++] = id;
    }

    private void cancelById(final SpecialBook special) {
        final int[] sorted = byId.of(ids, count);
        for (int i = 0; i < count && !isLeft; i++) {
            cancelOne(special, ids[sorted[i]]);
        }
    }

    private void cancelByRank(final SpecialBook special) {
        for (int i = 0; i < count && !isLeft; i++) {
            cancelOne(special, ids[i]);
        }
    }

    /** Cancels an order that it finds by id, because an exit without lots may already have ended with its entry. */
    private void cancelOne(final SpecialBook special, final long id) {
        final int order = special.ids.get(id);
        if (order == NO_ORDER) {
            return;
        }
        if (cancelled == Limits.MAX_MASS_CANCEL) {
            isLeft = true;
            return;
        }
        special.cancel(order, special.total(order), CancelReason.MASS, false, true);
        cancelled++;
    }

    /** Collects the orders of a user in all books of the thread: their ids, and the indexes of their books. */
    public void collectOf(final int userIndex, final OrdersOfUser found) {
        for (int order = users.head(userIndex); order != NO_ORDER; order = orders.nextOfUser(order)) {
            if (isTaken(order)) {
                found.add(orders.id(order), orders.bookIndex(order));
            }
        }
    }

    /**
     * Cancels one of the orders that were collected.
     *
     * @param special the book, which may belong to another matching thread
     * @return false if no more may be cancelled
     */
    public boolean cancel(final SpecialBook special, final long id, final EventRing ring) {
        final EventRing own = special.events();
        special.events(ring);
        cancelOne(special, id);
        special.events(own);
        return !isLeft;
    }

    /** Receives orders of a user. */
    @FunctionalInterface
    public interface OrdersOfUser {
        /** Receives one order. */
        void add(long id, int bookIndex);
    }
}
