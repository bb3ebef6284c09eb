package io.daybook.engine.matching;

import io.daybook.kernel.command.EventRing;
import org.jspecify.annotations.Nullable;

/** What all books of a matching thread share for orders with terms; memory comes with the first of them. */
final class Specials {
    private final OrderSlab orders;
    private final UserOrders users;
    private final TermsSlab terms = new TermsSlab();
    private @Nullable Shadows shadows;

    Specials(final OrderSlab orders, final UserOrders users) {
        this.orders = orders;
        this.users = users;
    }

    /** A book's part. */
    SpecialBook newBook(final OrderBook book, final OrderIds ids, final EventRing events, final PriceLevels[] sides) {
        Shadows known = shadows;
        if (known == null) {
            known = new Shadows();
            shadows = known;
        }
        return new SpecialBook(book, orders, users, ids, events, sides, terms, known);
    }

    /** Forgets all. */
    void clear() {
        terms.clear();
        shadows = null;
    }
}
