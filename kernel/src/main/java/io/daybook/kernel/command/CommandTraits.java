package io.daybook.kernel.command;

import io.daybook.api.CommandType;

/**
 * The effects of a command on books and state, by its type: a table with a row for each type, so that no code depends
 * on ranges of numbers.
 */
public final class CommandTraits {
    private static final int TRADES = 1;
    private static final int CHANGES_ALL_BOOKS = 2;
    private static final int NEEDS_EXACT_STATE = 4;
    private static final int CAME_WITH_TERMS = 8;

    /** A bit for each type below this number; the types of queries are higher. */
    private static final int TYPES = Long.SIZE;

    private static final long TRADING = typesWith(TRADES);
    private static final long CHANGING_ALL_BOOKS = typesWith(CHANGES_ALL_BOOKS);
    private static final long NEEDING_EXACT_STATE = typesWith(NEEDS_EXACT_STATE);

    private static final long WITH_TERMS = typesWith(CAME_WITH_TERMS);

    private CommandTraits() {}

    /** Whether a type exists only in versions of the semantics in which orders may have terms. */
    public static boolean cameWithTerms(final int type) {
        return isIn(WITH_TERMS, type);
    }

    /** Whether a type works on the orders of one book, has events, and is settled. */
    public static boolean trades(final int type) {
        return isIn(TRADING, type);
    }

    /** Whether all shards of matching carry a type out. */
    public static boolean changesAllBooks(final int type) {
        return isIn(CHANGING_ALL_BOOKS, type);
    }

    /**
     * Whether the hold of a type waits for the settlement of every command before it. PLACE_ORDER is no such type, but
     * its symbol and user may require the same.
     */
    public static boolean needsExactState(final int type) {
        return isIn(NEEDING_EXACT_STATE, type);
    }

    private static boolean isIn(final long types, final int type) {
        return ((types >>> type) & 1) != 0 && (type & -TYPES) == 0;
    }

    private static long typesWith(final int trait) {
        long types = 0;
        for (final CommandType type : CommandType.values()) {
            if ((traits(type) & trait) != 0) {
                types |= 1L << type.code();
            }
        }
        return types;
    }

    private static int traits(final CommandType type) {
        return switch (type) {
            case PLACE_ORDER, MOVE_ORDER, REDUCE_ORDER, CANCEL_ORDER -> TRADES;
            case MASS_CANCEL, TICK -> TRADES | CAME_WITH_TERMS;
            case REPLACE_ORDER -> TRADES | NEEDS_EXACT_STATE | CAME_WITH_TERMS;
            case SET_USER -> NEEDS_EXACT_STATE | CAME_WITH_TERMS;
            case ADD_SYMBOL, ADD_SYMBOLS -> CHANGES_ALL_BOOKS;
            case RESET -> CHANGES_ALL_BOOKS | NEEDS_EXACT_STATE;
            case ADD_USER, NOP -> 0;
            case ADD_ACCOUNTS, SUSPEND_USER, RESUME_USER, ADJUST_BALANCE, PERSIST_SNAPSHOT -> NEEDS_EXACT_STATE;
            case ORDER_BOOK_REQUEST,
                    USER_REPORT,
                    TOTALS_REPORT,
                    STATE_HASH,
                    CUSTOM_REPORT,
                    AUDIT,
                    SUBSCRIBE_BOOK,
                    UNSUBSCRIBE_BOOK -> 0;
        };
    }
}
