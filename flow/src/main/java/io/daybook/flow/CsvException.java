package io.daybook.flow;

import java.io.IOException;

/** Thrown if a file of comma-separated numbers is wrong. The message names file, line, column and value. */
public final class CsvException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message. */
    public CsvException(final String message) {
        super(message);
    }
}
