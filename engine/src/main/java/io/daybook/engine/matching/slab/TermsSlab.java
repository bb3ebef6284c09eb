package io.daybook.engine.matching.slab;

import io.daybook.api.Term;
import io.daybook.kernel.slab.Slab;

/**
 * The data of one thread's orders with terms, besides their {@link OrderSlab} records: 32 longs each, named by int
 * handles.
 *
 * <pre>
 *  0 to 18          19     20      21      22          23        24          25
 *  | terms by code  | flag | group | price | concealed | waiting | condition | arrival |
 *  26       27       28        29      30     31
 *  | expiry | shadow | partner | state | mask | order |
 * </pre>
 *
 * <p>Flag, condition, expiry and shadow are handles in {@code terms.Shadows}: the order's place among flagged orders,
 * among orders with fixed triggers, in the queue of expiries, and among hidden orders or concealed lots. The expiry
 * field of an exit, which never expires, has its place among the exits with waiting lots. Arrival is the number of an
 * order in the sequence of arrivals at triggers, and is 0 while the order waits for no trigger. The partner of an entry
 * is its exit, and the other way round.
 */
public final class TermsSlab {
    /** No terms. */
    public static final int NONE = Slab.NONE;

    public static final int FLAG = 19;
    public static final int GROUP = 20;
    public static final int PRICE = 21;
    public static final int CONCEALED = 22;
    public static final int WAITING = 23;
    public static final int CONDITION = 24;
    public static final int ARRIVAL = 25;
    public static final int EXPIRY = 26;
    public static final int SHADOW = 27;
    public static final int PARTNER = 28;
    static final int STATE = 29;
    public static final int MASK = 30;
    public static final int ORDER = 31;

    /** For an exit, which never has the term DAY: the lots that its entry traded in the current act. */
    public static final int FRESH = Term.DAY.code();

    /** A flag of {@link #STATE}: the order waits for its trigger, in no level. */
    public static final long DORMANT = 1;

    /** The order rests, and none of its lots is shown. */
    public static final long HIDDEN = 2;

    /** The order is the exit of a bracket. */
    public static final long IS_EXIT = 4;

    /** The order is an exit without lots. */
    public static final long EMPTY = 8;

    /** The order is flagged and has its place among flagged orders by the price of its level. */
    public static final long FLAGGED_IN_LEVEL = 16;

    /** The number of terms that a record holds, each at the index of its code. */
    public static final int TERM_COUNT = Term.EXIT_STOP_PRICE.code() + 1;

    private static final int STRIDE_SHIFT = 5;
    private static final int MODE_SHIFT = 8;
    private static final long MODE_MASK = 7L << MODE_SHIFT;

    private Slab records = new Slab(STRIDE_SHIFT);

    public int allocate(final int order) {
        final int handle = records.allocate();
        records.set(handle, ORDER, order);
        return handle;
    }

    public void free(final int handle) {
        records.free(handle);
    }

    public void clear() {
        records = new Slab(STRIDE_SHIFT);
    }

    public long get(final int handle, final int field) {
        return records.get(handle, field);
    }

    public void set(final int handle, final int field, final long value) {
        records.set(handle, field, value);
    }

    /** Whether a term is set. */
    public boolean has(final int handle, final Term term) {
        return (records.get(handle, MASK) & term.mask()) != 0;
    }

    /** The number of a term; 0 if it is not set. */
    public long term(final int handle, final Term term) {
        return has(handle, term) ? records.get(handle, term.code()) : 0;
    }

    /** Sets a term. */
    public void term(final int handle, final Term term, final long value) {
        records.set(handle, term.code(), value);
        records.set(handle, MASK, records.get(handle, MASK) | term.mask());
    }

    /** Removes terms. */
    public void drop(final int handle, final int mask) {
        for (int code = 0; code < TERM_COUNT; code++) {
            if ((mask >>> code & 1) != 0) {
                records.set(handle, code, 0);
            }
        }
        records.set(handle, MASK, records.get(handle, MASK) & ~mask);
    }

    /** The mode of self-trade prevention, kept in the bits above the states. */
    public int mode(final int handle) {
        return (int) ((records.get(handle, STATE) & MODE_MASK) >>> MODE_SHIFT);
    }

    public void mode(final int handle, final long mode) {
        records.set(handle, STATE, (records.get(handle, STATE) & ~MODE_MASK) | mode << MODE_SHIFT);
    }

    public boolean is(final int handle, final long state) {
        return (records.get(handle, STATE) & state) != 0;
    }

    public void state(final int handle, final long state, final boolean on) {
        final long states = records.get(handle, STATE);
        records.set(handle, STATE, on ? states | state : states & ~state);
    }
}
