package io.daybook.server.identity;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The refusal of an act that the audit log cannot record. */
public final class NotNotedException extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    NotNotedException(final String message, final IOException cause) {
        super(message, cause);
    }
}
