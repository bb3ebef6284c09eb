package io.daybook.engine.matching;

import static io.daybook.engine.matching.OrderSlab.NO_ORDER;
import static io.daybook.engine.matching.PriceLevels.NO_LEVEL;

import io.daybook.api.CancelReason;
import io.daybook.api.Limits;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Which orders a MASS_CANCEL takes, and in what order: of a user by symbol and id; of a whole book its bids, then its
 * asks, each from the best price by rank, then those in no level by id. At most {@value Limits#MAX_MASS_CANCEL}. One
 * for the books of a matching thread.
 */
public final class MassCancelling {
    private static final int FIRST_ORDERS = 64;

    private final OrderSlab orders;
    private final UserOrders users;
    private final IntFunction<OrderBook> books;

    private long[] ids = new long[FIRST_ORDERS];
    private int count;
    private int cancelled;
    private boolean isLeft;
    private int side;
    private boolean isFlagged;
    private boolean isOfUser;

    MassCancelling(final OrderSlab orders, final UserOrders users, final IntFunction<OrderBook> books) {
        this.orders = orders;
        this.users = users;
        this.books = books;
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

    /** Whether orders are left that it would have taken. */
    public boolean isFull() {
        return isLeft;
    }

    /** The orders of a user in a book, by id. */
    void cancelOf(final OrderBook book, final int userIndex) {
        count = 0;
        for (int order = users.head(userIndex); order != NO_ORDER; order = orders.nextOfUser(order)) {
            if (orders.bookIndex(order) == book.index() && isTaken(book, order)) {
                collect(orders.id(order));
            }
        }
        cancelCollected(book);
    }

    /** The orders of a book, whoever has placed them. */
    void cancelAll(final OrderBook book) {
        for (int at = 0; at < 2; at++) {
            if (side < 0 || side == at) {
                cancelSide(book, at);
            }
        }
        count = 0;
        book.forEachOffLevel(order -> {
            if (isTaken(book, order)) {
                collect(orders.id(order));
            }
        });
        cancelCollected(book);
    }

    private void cancelSide(final OrderBook book, final int at) {
        final SpecialBook special = book.specialBook();
        long key = special.levels.bestKey(at);
        while (key != PriceLevels.NO_KEY && !isLeft) {
            count = 0;
            final int seen = special.levels.seen[at].find(key);
            int order = seen == NO_LEVEL ? NO_ORDER : special.levels.seen[at].head(seen);
            for (; order != NO_ORDER && count <= Limits.MAX_MASS_CANCEL; order = orders.next(order)) {
                if (isTaken(book, order)) {
                    collect(orders.id(order));
                }
            }
            final int unseen = special.levels.hidden[at].find(key);
            int place = unseen == NO_LEVEL ? Shadows.NONE : special.levels.hidden[at].head(unseen);
            for (; place != Shadows.NONE && count <= Limits.MAX_MASS_CANCEL; place = special.shadows.next(place)) {
                if (isTaken(book, special.shadows.order(place))) {
                    collect(orders.id(special.shadows.order(place)));
                }
            }
            cancelInOrder(book);
            key = special.levels.nextKey(at, key);
        }
    }

    private boolean isTaken(final OrderBook book, final int order) {
        return (side < 0 || orders.side(order) == side)
                && (!isFlagged || book.specialBook().has(order, Term.FLAGGED));
    }

    private void collect(final long id) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
        }
        ids[count++] = id;
    }

    private void cancelCollected(final OrderBook book) {
        Arrays.sort(ids, 0, count);
        cancelInOrder(book);
    }

    /** By id: an exit without lots may have gone with its entry. */
    private void cancelInOrder(final OrderBook book) {
        for (int i = 0; i < count; i++) {
            final int order = book.ids().get(ids[i]);
            if (order == NO_ORDER) {
                continue;
            }
            if (cancelled == Limits.MAX_MASS_CANCEL) {
                isLeft = true;
                return;
            }
            final SpecialBook special = book.specialBook();
            special.cancel(order, special.total(order), CancelReason.MASS, false, true);
            cancelled++;
        }
    }

    /** Collects the orders of a user in all books of the thread: their ids, and the indexes of their books. */
    public void collectOf(final int userIndex, final OrdersOfUser found) {
        for (int order = users.head(userIndex); order != NO_ORDER; order = orders.nextOfUser(order)) {
            if (isTaken(books.apply(orders.bookIndex(order)), order)) {
                found.add(orders.id(order), orders.bookIndex(order));
            }
        }
    }

    /**
     * Cancels one of the orders that were collected.
     *
     * @return false where no more may be
     */
    public boolean cancel(final OrderBook book, final long id, final EventRing ring) {
        final SpecialBook special = book.specialBook();
        final EventRing own = special.events();
        special.events(ring);
        count = 0;
        collect(id);
        cancelInOrder(book);
        special.events(own);
        return !isLeft;
    }

    /** Takes orders of a user. */
    @FunctionalInterface
    public interface OrdersOfUser {
        /** One order. */
        void add(long id, int bookIndex);
    }
}
