package io.daybook.engine.matching;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Side;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.ids.UserOrders;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.kernel.money.WideSum;
import java.util.Collection;

/** Checks the invariants of books, for tests, recovery and tools. */
final class BookValidator {
    private final OrderSlab slab;
    private final UserOrders users;

    BookValidator(final OrderSlab slab, final UserOrders users) {
        this.slab = slab;
        this.users = users;
    }

    /** Checks the books that share the slab. */
    void validate(final Collection<OrderBook> books) {
        long live = 0;
        for (final OrderBook book : books) {
            validate(book);
            live += book.ids().count();
        }
        check(live == slab.liveCount(), "books and slab must agree on live orders", live, slab.liveCount());
        final int free = slab.freeCount();
        check(free >= 0 && free + live + 1 == slab.handleLimit(), "free list must hold all unused handles", free, live);
        check(live == countOverUsers(), "chains of users must hold every order once", live, countOverUsers());
    }

    private void validate(final OrderBook book) {
        long inLevels = validate(book, Side.ASK) + validate(book, Side.BID);
        if (book.hasSpecials()) {
            inLevels += book.terms().validate();
        }
        check(
                inLevels == book.ids().count(),
                "there must be as many orders in levels as ids",
                inLevels,
                book.ids().count());
        book.ids().validate(slab);
        check(
                book.bestBid() == OrderBook.NO_PRICE
                        || book.bestAsk() == OrderBook.NO_PRICE
                        || book.bestBid() < book.bestAsk(),
                "book must not be crossed",
                book.bestBid(),
                book.bestAsk());
    }

    private long validate(final OrderBook book, final Side side) {
        final PriceLevels levels = book.side(side);
        levels.validateIndex();
        final int best = levels.best();
        check(
                levels.bestKey() == (best == NO_LEVEL ? NO_KEY : levels.key(best)),
                "best key must be that of the best level",
                levels.bestKey(),
                best);
        final WideSum lots = new WideSum();
        long orders = 0;
        int count = 0;
        long lastKey = Long.MIN_VALUE;
        for (int level = best; level != NO_LEVEL; level = levels.next(level)) {
            final long key = levels.key(level);
            check(key > lastKey, "levels must be in order", lastKey, key);
            check(levels.find(key) == level, "level must be found", key, level);
            lastKey = key;
            orders += validateLevel(book, side, levels, level, lots);
            count++;
        }
        check(count == levels.count(), "the count of levels must be the number of levels", count, levels.count());
        final long summed = lots.saturated();
        levels.subtractLots(lots);
        check(lots.signum() == 0, "lots of the side must be the sum over its levels", summed, lots.saturated());
        return orders;
    }

    private int validateLevel(
            final OrderBook book,
            final Side side,
            final PriceLevels levels,
            final int level,
            final WideSum lotsOfSide) {
        final long price = levels.priceOf(levels.key(level));
        int orders = 0;
        long lots = 0;
        int previous = NO_ORDER;
        for (int order = levels.head(level); order != NO_ORDER; order = slab.next(order)) {
            check(slab.previous(order) == previous, "queue must be linked both ways", slab.previous(order), previous);
            check(
                    levels.priceOfOrder(order) == price,
                    "order must be in the level of its price",
                    levels.priceOfOrder(order),
                    price);
            check(slab.isAsk(order) == (side == Side.ASK), "order must be on its side", slab.id(order), price);
            check(
                    slab.remaining(order) > 0 && slab.remaining(order) <= slab.size(order),
                    "remaining lots must be from 1 to the size",
                    slab.remaining(order),
                    slab.size(order));
            check(book.ids().get(slab.id(order)) == order, "order must be found by its id", slab.id(order), order);
            lots += slab.remaining(order);
            lotsOfSide.add(slab.remaining(order));
            orders++;
            previous = order;
        }
        check(orders > 0, "level must have orders", price, orders);
        check(previous == levels.tail(level), "tail must be the last order", previous, levels.tail(level));
        check(
                orders == levels.orders(level),
                "the level's count of orders must be the number of orders in its queue",
                orders,
                levels.orders(level));
        check(
                lots == levels.rawLots(level),
                "lots of the level must be the sum over its orders",
                lots,
                levels.rawLots(level));
        return orders;
    }

    private long countOverUsers() {
        long count = 0;
        for (int userIndex = 0; userIndex < users.indexLimit(); userIndex++) {
            int previous = NO_ORDER;
            for (int order = users.head(userIndex); order != NO_ORDER; order = slab.nextOfUser(order)) {
                check(
                        slab.userIndex(order) == userIndex,
                        "order must be in its owner's chain",
                        slab.id(order),
                        userIndex);
                check(slab.previousOfUser(order) == previous, "chain must be linked both ways", order, previous);
                previous = order;
                count++;
            }
        }
        return count;
    }

    private static void check(final boolean holds, final String rule, final long first, final long second) {
        if (!holds) {
            throw new IllegalStateException(rule + ": " + first + ", " + second);
        }
    }
}
