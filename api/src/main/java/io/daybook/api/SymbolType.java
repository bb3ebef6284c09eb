package io.daybook.api;

/**
 * What is traded under a symbol.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum SymbolType {
    /** Base currency against quote currency, settled at once. */
    EXCHANGE_PAIR(1),
    /** A position with initial margin in the quote currency. */
    FUTURES_CONTRACT(2);

    private static final SymbolType[] BY_CODE;

    static {
        int last = 0;
        for (final SymbolType value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new SymbolType[last + 1];
        for (final SymbolType value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    SymbolType(final int code) {
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
    public static SymbolType of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a SymbolType: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
