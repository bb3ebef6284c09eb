package io.daybook.api;

/**
 * Whether a user may place and move orders.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum UserStatus {
    /** May do everything. */
    ACTIVE(1),
    /** Can cancel, reduce, deposit and withdraw; cannot place or move. */
    SUSPENDED(2);

    private static final UserStatus[] BY_CODE;

    static {
        int last = 0;
        for (final UserStatus value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new UserStatus[last + 1];
        for (final UserStatus value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    UserStatus(final int code) {
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
    public static UserStatus of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a UserStatus: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
