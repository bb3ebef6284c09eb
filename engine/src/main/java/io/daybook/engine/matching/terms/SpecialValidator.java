package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;
import static io.daybook.engine.matching.slab.OrderSlab.NOWHERE;
import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.Term;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;
import java.util.HashSet;
import java.util.Set;

/** Checks the parts of a book other than its plain levels. Not for the hot path. */
final class SpecialValidator {
    private final SpecialBook special;
    private final OrderSlab orders;
    private final TermsSlab terms;
    private final Set<Integer> seen = new HashSet<>();
    private long concealed;

    SpecialValidator(final SpecialBook special) {
        this.special = special;
        this.orders = special.orders;
        this.terms = special.terms;
    }

    /** Checks everything; returns the number of orders that are in no visible level. */
    long validate() {
        long unseen = 0;
        for (int side = 0; side < 2; side++) {
            unseen += validateHidden(side);
            concealed = 0;
            validateShown(side);
            check(
                    concealed == lots(special.levels.concealed[side]),
                    "concealed lots must be the sum over their orders",
                    concealed);
            special.levels.concealed[side].validateIndex();
        }
        final int[] offLevel = {0};
        special.forEachOffLevel(order -> {
            offLevel[0]++;
            validate(order);
            check(orders.place(order) == NOWHERE, "an order must be in one place", orders.id(order));
        });
        special.triggers.forEach((order, rank) -> {
            final boolean isResting = orders.place(order) != NOWHERE || special.isHidden(order);
            check(
                    isResting ? special.has(order, Term.STOP_PRICE) : special.isDormant(order),
                    "an order with a trigger must be dormant, or rest with a stop price",
                    orders.id(order));
        });
        check(seen.size() == special.count(), "the count of orders with terms must be right", special.count());
        final long bid = special.levels.bestKey(0);
        final long ask = special.levels.bestKey(1);
        check(bid == NO_KEY || ask == NO_KEY || ~bid < ask, "book must not be crossed, hidden orders included", ask);
        return unseen + offLevel[0];
    }

    private long validateHidden(final int side) {
        final PriceLevels index = special.levels.hidden[side];
        index.validateIndex();
        long count = 0;
        for (int level = index.best(); level != NO_LEVEL; level = index.next(level)) {
            long lots = 0;
            for (int place = index.head(level); place != Shadows.NONE; place = special.shadows.next(place)) {
                final int order = special.shadows.order(place);
                check(special.isHidden(order), "an order on a hidden level must be hidden", orders.id(order));
                validate(order);
                lots += orders.remaining(order);
                count++;
            }
            check(lots == index.lots(level), "hidden lots must be the sum over their orders", lots);
        }
        return count;
    }

    private void validateShown(final int side) {
        final PriceLevels levels = special.levels.seen[side];
        for (int level = levels.best(); level != NO_LEVEL; level = levels.next(level)) {
            for (int order = levels.head(level); order != NO_ORDER; order = orders.next(order)) {
                if (orders.terms(order) != TermsSlab.NONE) {
                    validate(order);
                    concealed += terms.get(orders.terms(order), TermsSlab.CONCEALED);
                }
            }
        }
    }

    private static long lots(final PriceLevels index) {
        long lots = 0;
        for (int level = index.best(); level != NO_LEVEL; level = index.next(level)) {
            lots += index.lots(level);
        }
        return lots;
    }

    private void validate(final int order) {
        final int handle = orders.terms(order);
        check(handle != TermsSlab.NONE, "an order in no level must have terms", orders.id(order));
        check((int) terms.get(handle, TermsSlab.ORDER) == order, "terms must name their order", orders.id(order));
        check(seen.add(order), "an order must be in one place", orders.id(order));
        check(special.ids.get(orders.id(order)) == order, "order must be found by its id", orders.id(order));
        check(
                special.total(order) > 0 || terms.is(handle, TermsSlab.EMPTY),
                "only an exit may have no lots",
                orders.id(order));
        final boolean isInLevel = orders.place(order) != NOWHERE || special.isHidden(order);
        check(
                !special.flagged.isFlagged(order) || terms.is(handle, TermsSlab.FLAGGED_IN_LEVEL) == isInLevel,
                "a flagged order must be in the index for its place",
                orders.id(order));
        final int partner = special.partner(order);
        check(
                partner == NO_ORDER
                        || special.partner(partner) == order && special.isExit(partner) != special.isExit(order),
                "a bracket must be an entry and an exit",
                orders.id(order));
    }

    private void check(final boolean holds, final String rule, final long value) {
        if (!holds) {
            throw new IllegalStateException(
                    rule + ": symbol=" + special.book.spec().symbol() + " " + value);
        }
    }
}
