package io.daybook.api;

/**
 * The type of a command or a query. Commands are numbered below 64, queries from 64.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum CommandType {
    PLACE_ORDER(1),
    MOVE_ORDER(2),
    REDUCE_ORDER(3),
    CANCEL_ORDER(4),
    REPLACE_ORDER(5),
    MASS_CANCEL(6),
    TICK(7),
    ADD_SYMBOL(10),
    ADD_SYMBOLS(11),
    ADD_USER(12),
    ADD_ACCOUNTS(13),
    SUSPEND_USER(14),
    RESUME_USER(15),
    ADJUST_BALANCE(16),
    PERSIST_SNAPSHOT(20),
    RESET(21),
    NOP(22),
    SET_USER(24),
    ORDER_BOOK_REQUEST(64),
    USER_REPORT(65),
    TOTALS_REPORT(66),
    STATE_HASH(67),
    CUSTOM_REPORT(68),
    AUDIT(69),
    SUBSCRIBE_BOOK(70),
    UNSUBSCRIBE_BOOK(71);

    private static final CommandType[] BY_CODE;

    static {
        int last = 0;
        for (final CommandType value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new CommandType[last + 1];
        for (final CommandType value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    CommandType(final int code) {
        this.code = code;
    }

    /** The stable number of this value, as written to journals. */
    public int code() {
        return code;
    }

    /**
     * The value with a number.
     *
     * @throws IllegalArgumentException when no value has that number
     */
    public static CommandType of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a CommandType: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }

    /** Whether this is a query: it changes nothing, takes no number and is not journaled. */
    public boolean isQuery() {
        return isQuery(code);
    }

    /** Whether a number is that of a query; see {@link #isQuery()}. */
    public static boolean isQuery(final int code) {
        return code >= 64;
    }
}
