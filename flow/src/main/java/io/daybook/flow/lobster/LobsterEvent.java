package io.daybook.flow.lobster;

import io.daybook.api.Side;
import io.daybook.flow.CsvException;
import io.daybook.flow.CsvRow;

/**
 * One row of a LOBSTER message file: {@code time,type,order id,size,price,direction}.
 *
 * @param timeNs ns since midnight
 * @param type one of the constants below
 * @param orderId NASDAQ's number of the order
 * @param size shares
 * @param price dollars × 10,000
 * @param side the side of the resting order, also for an execution
 */
record LobsterEvent(long timeNs, int type, long orderId, long size, long price, Side side) {
    static final int NEW_ORDER = 1;
    static final int PARTIAL_CANCEL = 2;
    static final int DELETION = 3;
    static final int VISIBLE_EXECUTION = 4;
    static final int HIDDEN_EXECUTION = 5;
    static final int CROSS_TRADE = 6;
    static final int HALT = 7;

    private static final int COLUMNS = 6;
    private static final int NANO_DIGITS = 9;

    /** Reads one row. */
    static LobsterEvent of(final CsvRow row) throws CsvException {
        row.requireColumns(COLUMNS);
        final long direction = row.integer(5, "direction");
        if (direction != 1 && direction != -1) {
            throw row.error(5, "direction", "1 or -1");
        }
        final long type = row.integer(1, "type");
        if (type < NEW_ORDER || type > HALT) {
            throw row.error(1, "type", "1 to 7");
        }
        return new LobsterEvent(
                row.decimal(0, "time", NANO_DIGITS),
                (int) type,
                row.integer(2, "order id"),
                row.integer(3, "size"),
                row.integer(4, "price"),
                direction == 1 ? Side.BID : Side.ASK);
    }
}
