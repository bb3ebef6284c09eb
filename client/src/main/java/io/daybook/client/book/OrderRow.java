package io.daybook.client.book;

/**
 * An order, as a row of four words:
 *
 * <pre>
 * 0           1      2                 3
 * | reference | size | previous | next | level |
 * </pre>
 *
 * <p>Its price, side and book are those of its level.
 */
final class OrderRow {
    private static final int REFERENCE = 0;
    private static final int SIZE = 1;
    private static final int LINKS = 2;
    private static final int LEVEL = 3;

    private static final long LOW = 0xFFFF_FFFFL;

    private OrderRow() {}

    static void set(
            final Rows rows,
            final int row,
            final long reference,
            final long size,
            final int previous,
            final int level) {
        rows.set(row, REFERENCE, reference);
        rows.set(row, SIZE, size);
        rows.set(row, LINKS, (long) previous << Integer.SIZE | OrderLevels.NO_ORDER & LOW);
        rows.set(row, LEVEL, level);
    }

    static long reference(final Rows rows, final int row) {
        return rows.get(row, REFERENCE);
    }

    static long size(final Rows rows, final int row) {
        return rows.get(row, SIZE);
    }

    static void setSize(final Rows rows, final int row, final long size) {
        rows.set(row, SIZE, size);
    }

    static int previous(final Rows rows, final int row) {
        return (int) (rows.get(row, LINKS) >> Integer.SIZE);
    }

    static int next(final Rows rows, final int row) {
        return (int) rows.get(row, LINKS);
    }

    static void setPrevious(final Rows rows, final int row, final int previous) {
        rows.set(row, LINKS, (long) previous << Integer.SIZE | rows.get(row, LINKS) & LOW);
    }

    static void setNext(final Rows rows, final int row, final int next) {
        rows.set(row, LINKS, rows.get(row, LINKS) & ~LOW | next & LOW);
    }

    static int level(final Rows rows, final int row) {
        return (int) rows.get(row, LEVEL);
    }
}
