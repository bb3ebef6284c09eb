package io.daybook.api;

/**
 * The settings of a user that SET_USER can change.
 *
 * <p>The numbers go to disk and over wires: they are stable, and a number is never used again.
 */
public enum UserSetting {
    /** The code of the {@link StpMode} of orders that name no mode; initially {@link StpMode#NONE}. */
    STP_MODE(1),
    /** Self-trade prevention treats all users of one group ≥ 1 as one user; 0, the initial value, for no group. */
    STP_GROUP(2),
    /** The most live orders of the user, 1 to {@link Limits#MAX_LIVE_ORDERS}, the initial value. */
    MAX_OPEN_ORDERS(3);

    private static final UserSetting[] BY_CODE;

    static {
        int last = 0;
        for (final UserSetting value : values()) {
            last = Math.max(last, value.code);
        }
        BY_CODE = new UserSetting[last + 1];
        for (final UserSetting value : values()) {
            BY_CODE[value.code] = value;
        }
    }

    private final int code;

    UserSetting(final int code) {
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
    public static UserSetting of(final int code) {
        if (!isKnown(code)) {
            throw new IllegalArgumentException("code must be the code of a UserSetting: code=" + code);
        }
        return BY_CODE[code];
    }

    /** Whether a constant with this code exists. */
    public static boolean isKnown(final int code) {
        return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
    }
}
