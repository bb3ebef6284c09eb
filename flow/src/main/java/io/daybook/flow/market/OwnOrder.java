package io.daybook.flow.market;

import io.daybook.api.Side;
import io.daybook.flow.CsvException;
import io.daybook.flow.CsvRow;
import io.daybook.flow.CsvRows;
import io.daybook.flow.Dollars;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A line of a file of orders to try: {@code time,side,price,size,id}, or {@code time,cancel,,,id}.
 *
 * @param timeNs ns after midnight
 * @param side null for a cancel
 * @param price in 1/10,000 dollar
 * @param size in shares
 * @param id a number that the sender chooses
 */
public record OwnOrder(long timeNs, @Nullable Side side, long price, long size, long id) {
    private static final int COLUMNS = 5;
    private static final int NANO_DIGITS = 9;

    /**
     * Reads a file, and sorts it by time. A first line with names of columns is skipped.
     *
     * @param name the name of the file, for errors
     * @throws CsvException with line and column of the fault
     */
    public static List<OwnOrder> read(final BufferedReader lines, final String name) throws IOException {
        final List<OwnOrder> orders = new ArrayList<>();
        final CsvRows rows = new CsvRows(lines, name);
        for (CsvRow row = rows.next(); row != null; row = rows.next()) {
            row.requireColumns(COLUMNS);
            if (!orders.isEmpty() || !row.text(0).equals("time")) {
                orders.add(of(row));
            }
        }
        orders.sort(Comparator.comparingLong(OwnOrder::timeNs)); // stable: lines of the same time keep their order
        return orders;
    }

    private static OwnOrder of(final CsvRow row) throws CsvException {
        final long timeNs = row.decimal(0, "time", NANO_DIGITS);
        final long id = row.integer(4, "id");
        return switch (row.text(1).toLowerCase(Locale.ROOT)) {
            case "buy" -> order(row, timeNs, Side.BID, id);
            case "sell" -> order(row, timeNs, Side.ASK, id);
            case "cancel" -> new OwnOrder(timeNs, null, 0, 0, id);
            default -> throw row.error(1, "side", "buy, sell or cancel");
        };
    }

    private static OwnOrder order(final CsvRow row, final long timeNs, final Side side, final long id)
            throws CsvException {
        return new OwnOrder(timeNs, side, row.decimal(2, "price", Dollars.DECIMALS), row.integer(3, "size"), id);
    }
}
