package io.daybook.kernel.state;

/**
 * The kinds of records that a state is made of, with their fields in order. The numbers go to disk and into hashes:
 * stable, never used again. All fields are longs.
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
    /** symbol, next trade id, last price. */
    BOOK(6, 3),
    /** symbol, side, price, rank in the level from 0, order id, uid, type, reserve price, size, remaining. */
    ORDER(7, 10);

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

    /** How many longs follow. */
    public int fieldCount() {
        return fieldCount;
    }
}
