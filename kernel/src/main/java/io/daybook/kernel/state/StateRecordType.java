package io.daybook.kernel.state;

/**
 * The kinds of records in a state, with their fields in order. The numbers go to disk and into hashes: they are stable
 * and never reused. All fields are longs.
 *
 * <p>Canonical order: by kind in the order below, then by the fields in order.
 */
public enum StateRecordType {
    /**
     * symbol, type, base, quote, lotSize, tickValue, feeType, takerFee, makerFee, marginBuy, marginSell, minPrice,
     * maxPrice.
     */
    SYMBOL(1, 13),
    /** currency, fees taken, −Σ adjustments. */
    CURRENCY(2, 3),
    /** uid, status, last transaction id. */
    USER(3, 3),
    /** uid, currency, balance, held; never with both amounts 0. */
    ACCOUNT(4, 4),
    /** uid, symbol, direction, openVolume, openPriceSum, pendingBuy, pendingSell. */
    POSITION(5, 7),
    /** uid, symbol, setting, value; only if it differs from the default. */
    USER_SETTING(11, 4),
    /** symbol, next trade id, last price. */
    BOOK(6, 3),
    /** symbol, side, price, rank in the level from 0, order id, uid, type, reserve price, size, remaining. */
    ORDER(7, 10),
    /**
     * symbol, side, price, rank in the queue of the trigger, order id, uid, type, reserve price, size, remaining; for
     * orders that wait for a trigger, in no level.
     */
    DORMANT(9, 10),
    /**
     * symbol, order id, mask of terms, then the number of each term of a new order by its code, 0 if it is not set;
     * mode and group of self-trade prevention, lots that are shown, rank in the queue of the trigger, rank in the queue
     * of expiries; for orders with terms, and those of users with settings.
     */
    TERMS(8, 27),
    /** symbol, lowest and highest price that triggers have yet to be compared with, if there are any. */
    SYMBOL_STATE(12, 3),
    /**
     * symbol, exit id, entry id or 0 if it is gone, uid, side, price, trigger, stop price, mode and group of self-trade
     * prevention, flagged, size or 0, waiting lots, rank among waiting exits from 1, or 0.
     */
    EXIT(15, 14);

    private final int code;
    private final int fieldCount;

    StateRecordType(final int code, final int fieldCount) {
        this.code = code;
        this.fieldCount = fieldCount;
    }

    /** The stable number. */
    public int code() {
        return code;
    }

    /** How many fields the record has. */
    public int fieldCount() {
        return fieldCount;
    }

    /** The most fields of any kind. */
    public static int maxFieldCount() {
        int most = 0;
        for (final StateRecordType type : values()) {
            most = Math.max(most, type.fieldCount);
        }
        return most;
    }

    /**
     * The kind with a number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static StateRecordType of(final int code) {
        for (final StateRecordType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        throw new IllegalArgumentException("code must be that of a StateRecordType: code=" + code);
    }

    /** Whether records of this kind come before those of another. */
    public boolean isBefore(final StateRecordType other) {
        return compareTo(other) < 0;
    }
}
