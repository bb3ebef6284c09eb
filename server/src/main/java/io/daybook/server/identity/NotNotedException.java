package io.daybook.server.identity;

import java.io.IOException;
import java.io.UncheckedIOException;

/** An act cannot be noted in the audit log, and so is not done. */
public final class NotNotedException extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    NotNotedException(final String message, final IOException cause) {
        super(message, cause);
    }
}
