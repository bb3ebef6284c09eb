package io.daybook.engine.matching.terms;

import static io.daybook.engine.matching.slab.OrderSlab.NO_ORDER;

import io.daybook.api.OrderTerms;
import io.daybook.api.Term;
import io.daybook.engine.matching.book.OrderTermsView;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.engine.matching.slab.TermsSlab;

/** The terms of one order, read from its record. */
final class LiveTerms implements OrderTermsView {
    private static final int NOT_SHOWN = Term.TRIGGER_BY.mask() | Term.STP.mask();

    private final SpecialBook special;
    private final int order;
    private final int handle;

    LiveTerms(final SpecialBook special, final int order, final int handle) {
        this.special = special;
        this.order = order;
        this.handle = handle;
    }

    @Override
    public boolean isDormant() {
        return special.isDormant(order);
    }

    @Override
    public long shown() {
        return special.orders.place(order) == OrderSlab.NOWHERE ? 0 : special.orders.remaining(order);
    }

    @Override
    public boolean feedsExit() {
        return special.feedsExit(order);
    }

    @Override
    public OrderTerms terms() {
        final OrderTerms.Builder builder = OrderTerms.builder();
        for (final Term term : Term.values()) {
            if (term.code() < TermsSlab.TERM_COUNT
                    && special.terms.has(handle, term)
                    && (term.mask() & NOT_SHOWN) == 0) {
                builder.set(term, special.terms.term(handle, term));
            }
        }
        final int mode = SpecialRecords.shownMode(special.terms, handle);
        if (mode != 0) {
            builder.set(Term.STP, mode);
        }
        final int exit = special.feedsExit(order) ? special.partner(order) : NO_ORDER;
        if (exit != NO_ORDER) {
            final int ofExit = special.orders.terms(exit);
            builder.exit(
                    special.orders.id(exit),
                    special.terms.get(ofExit, Term.EXIT_PRICE.code()),
                    special.terms.get(ofExit, Term.EXIT_TRIGGER.code()),
                    special.terms.get(ofExit, Term.EXIT_STOP_PRICE.code()));
        }
        return builder.build();
    }
}
