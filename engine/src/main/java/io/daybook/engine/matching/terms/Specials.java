package io.daybook.engine.matching.terms;

import io.daybook.engine.matching.book.MatchingRules;
import io.daybook.engine.matching.book.OrderBook;
import io.daybook.engine.matching.ids.UserOrders;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;
import io.daybook.kernel.command.EventRing;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a matching thread's books for orders with terms: the commands of each book, created with its first such
 * order, and the memory that all books share.
 */
public final class Specials {
    private static final int FIRST_BOOKS = 16;

    private final OrderSlab orders;
    private final UserOrders users;
    private final EventRing events;
    private final MatchingRules rules;
    private final TermsSlab terms = new TermsSlab();
    private @Nullable Shadows shadows;

    /** The special books, by the index of the book. */
    private @Nullable SpecialCommands[] commands = new SpecialCommands[FIRST_BOOKS];

    public Specials(final OrderSlab orders, final UserOrders users, final EventRing events, final MatchingRules rules) {
        this.orders = orders;
        this.users = users;
        this.events = events;
        this.rules = rules;
    }

    /** The object that carries out commands in a book with orders with terms; created at the first call. */
    public SpecialCommands of(final OrderBook book) {
        final int index = book.index();
        final SpecialCommands known = index < commands.length ? commands[index] : null;
        return known != null ? known : make(book);
    }

    /** The orders with terms of a book. */
    public SpecialBook bookOf(final OrderBook book) {
        return of(book).book();
    }

    private SpecialCommands make(final OrderBook book) {
        Shadows shared = shadows;
        if (shared == null) {
            shared = new Shadows();
            shadows = shared;
        }
        final SpecialBook special = new SpecialBook(book, orders, users, events, terms, shared);
        final SpecialCommands made = new SpecialCommands(special, rules);
        if (book.index() >= commands.length) {
            commands = Arrays.copyOf(commands, Math.max(2 * commands.length, book.index() + 1));
        }
        commands[book.index()] = made;
        book.terms(special);
        return made;
    }

    /** Reports each book whose due time the listener has as gone. */
    public void tellGone(final DueListener listener) {
        for (final SpecialCommands of : commands) {
            if (of != null) {
                of.tellGone(listener);
            }
        }
    }

    /** Removes everything. */
    public void clear() {
        terms.clear();
        shadows = null;
        commands = new SpecialCommands[FIRST_BOOKS];
    }
}
