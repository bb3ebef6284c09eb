package io.daybook.engine;

import io.daybook.api.OrderTerms;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.kernel.state.StateRecordType;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a state's orders, by order. They are collected first, because their records come after those of the
 * orders. Not for the hot path.
 */
final class TermsOfOrders extends RecordTaker {
    private static final int MASK = 2;
    private static final int FIRST_TERM = 3;
    private static final int TERMS = Term.EXIT_STOP_PRICE.code() + 1;
    private static final int MODE = FIRST_TERM + TERMS;
    private static final int SHOWN = MODE + 2;
    private static final int ENTRY = 2;
    private static final int EXIT_PRICE = 5;
    private static final int NOT_SHOWN = Term.TRIGGER_BY.mask() | Term.STP.mask();

    private final Map<Key, long[]> terms = new TreeMap<>();

    /** Exits, by entry. */
    private final Map<Key, long[]> exits = new TreeMap<>();

    private record Key(long symbol, long orderId) implements Comparable<Key> {
        @Override
        public int compareTo(final Key other) {
            final int bySymbol = Long.compare(symbol, other.symbol);
            return bySymbol != 0 ? bySymbol : Long.compare(orderId, other.orderId);
        }
    }

    @Override
    void onRecord() {
        if (type() == StateRecordType.TERMS) {
            terms.put(new Key(get(0), get(1)), copy());
        } else if (type() == StateRecordType.EXIT && get(ENTRY) != 0) {
            exits.put(new Key(get(0), get(ENTRY)), copy());
        }
    }

    /** The terms that an order has now; a plain order has none. */
    OrderTerms of(final long symbol, final long orderId) {
        final long @Nullable [] said = terms.get(new Key(symbol, orderId));
        if (said == null) {
            return OrderTerms.NONE;
        }
        final OrderTerms.Builder builder = OrderTerms.builder();
        for (final Term term : Term.values()) {
            if (term.code() < TERMS && (said[MASK] & term.mask() & ~NOT_SHOWN) != 0) {
                builder.set(term, said[FIRST_TERM + term.code()]);
            }
        }
        if (said[MODE] > StpMode.NONE.code()) {
            builder.set(Term.STP, said[MODE]);
        }
        final long @Nullable [] exit = exits.get(new Key(symbol, orderId));
        if (exit != null) {
            builder.exit(exit[1], exit[EXIT_PRICE], exit[EXIT_PRICE + 1], exit[EXIT_PRICE + 2]);
        }
        return builder.build();
    }

    /** The lots of a resting order that the book shows. */
    long shown(final long symbol, final long orderId, final long remaining) {
        final long @Nullable [] said = terms.get(new Key(symbol, orderId));
        return said == null || (said[MASK] & Term.DISPLAY.mask()) == 0 ? remaining : said[SHOWN];
    }
}
