package io.daybook.client.book;

/**
 * A level, as a row of four words; the place encodes its book and side:
 *
 * <pre>
 * 0       1      2             3
 * | price | size | head | tail | orders | place |
 * </pre>
 */
final class LevelRow {
    private static final int PRICE = 0;
    private static final int SIZE = 1;
    private static final int ENDS = 2;
    private static final int COUNT = 3;

    private static final long LOW = 0xFFFF_FFFFL;

    private LevelRow() {}

    /** Writes a level without orders. */
    static void set(final Rows rows, final int row, final long price, final int place) {
        rows.set(row, PRICE, price);
        rows.set(row, SIZE, 0);
        rows.set(row, ENDS, ends(OrderLevels.NO_ORDER, OrderLevels.NO_ORDER));
        rows.set(row, COUNT, place & LOW);
    }

    static long price(final Rows rows, final int row) {
        return rows.get(row, PRICE);
    }

    static long size(final Rows rows, final int row) {
        return rows.get(row, SIZE);
    }

    static int head(final Rows rows, final int row) {
        return (int) (rows.get(row, ENDS) >> Integer.SIZE);
    }

    static int tail(final Rows rows, final int row) {
        return (int) rows.get(row, ENDS);
    }

    static void setEnds(final Rows rows, final int row, final int head, final int tail) {
        rows.set(row, ENDS, ends(head, tail));
    }

    static int orders(final Rows rows, final int row) {
        return (int) (rows.get(row, COUNT) >>> Integer.SIZE);
    }

    static int place(final Rows rows, final int row) {
        return (int) rows.get(row, COUNT);
    }

    /** Adds to the size and to the number of orders; either addend may be negative. */
    static void add(final Rows rows, final int row, final long size, final int orders) {
        rows.set(row, SIZE, rows.get(row, SIZE) + size);
        rows.set(row, COUNT, rows.get(row, COUNT) + ((long) orders << Integer.SIZE));
    }

    private static long ends(final int head, final int tail) {
        return (long) head << Integer.SIZE | tail & LOW;
    }
}
