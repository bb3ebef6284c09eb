package io.daybook.flow;

import java.io.IOException;

/** A file of comma-separated numbers is not what it should be; the message names file, line, column and value. */
public final class CsvException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Names the reason. */
    public CsvException(final String message) {
        super(message);
    }
}
