package io.daybook.flow;

import java.math.BigDecimal;

/** One line of a file of comma-separated numbers, with its place for messages. */
public final class CsvRow {
    private final String file;
    private final long line;
    private final String[] columns;

    CsvRow(final String file, final long line, final String text) {
        this.file = file;
        this.line = line;
        this.columns = text.split(",", -1);
    }

    /** The number of columns. */
    public int columns() {
        return columns.length;
    }

    /** Refuses a line that has fewer columns. */
    public void requireColumns(final int least) throws CsvException {
        if (columns.length < least) {
            throw new CsvException(file + ", line " + line + ": " + columns.length + " columns; expected " + least);
        }
    }

    /** Returns the text of a column. */
    public String text(final int index) {
        return columns[index].trim();
    }

    /** Returns an integer. */
    public long integer(final int index, final String name) throws CsvException {
        try {
            return Long.parseLong(columns[index].trim());
        } catch (final NumberFormatException e) {
            throw error(index, name, "an integer");
        }
    }

    /**
     * Returns a decimal number without an exponent, times ten to the power of {@code digits}; further digits are cut
     * off.
     */
    public long decimal(final int index, final String name, final int digits) throws CsvException {
        final String text = columns[index].trim();
        if (text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            throw error(index, name, "a decimal number"); // an exponent could ask for a billion digits
        }
        try {
            return new BigDecimal(text).movePointRight(digits).toBigInteger().longValueExact();
        } catch (final ArithmeticException | NumberFormatException e) {
            throw error(index, name, "a decimal number");
        }
    }

    /** Returns an exception for a column that is wrong. */
    public CsvException error(final int index, final String name, final String expected) {
        return new CsvException(file + ", line " + line + ", column " + (index + 1) + " (" + name + "): \""
                + columns[index] + "\"; expected " + expected);
    }
}
