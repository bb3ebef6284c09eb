package io.daybook.flow.lobster;

import java.io.IOException;

/** A file is not in the format of LOBSTER; the message names file, line, column and value. */
public final class LobsterFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    LobsterFormatException(final String message) {
        super(message);
    }
}
