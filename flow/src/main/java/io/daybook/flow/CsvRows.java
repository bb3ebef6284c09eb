package io.daybook.flow;

import java.io.BufferedReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a file of comma-separated numbers. A byte order mark before the first row and blank lines after the last
 * one are skipped, because editors and spreadsheets add them.
 */
public final class CsvRows {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final BufferedReader lines;
    private final String file;
    private long line;

    /** Creates the rows of a file with a name; errors contain the name. */
    public CsvRows(final BufferedReader lines, final String file) {
        this.lines = lines;
        this.file = file;
    }

    /** Returns the next row; null at the end. */
    public @Nullable CsvRow next() throws IOException {
        String text = lines.readLine();
        line++;
        if (line == 1 && text != null && text.startsWith(BYTE_ORDER_MARK)) {
            text = text.substring(1);
        }
        if (text == null || !text.isBlank()) {
            return text == null ? null : new CsvRow(file, line, text);
        }
        while (text != null && text.isBlank()) {
            text = lines.readLine();
        }
        if (text != null) {
            throw new CsvException(
                    file + ", line " + line + ": a blank line between rows; expected one only after the last row");
        }
        return null;
    }
}
