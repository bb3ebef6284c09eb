package io.daybook.api;

/** The exchange accepts nothing any more: it was closed, or it failed; the cause says why. */
public final class ExchangeClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message alone. */
    public ExchangeClosedException(final String message) {
        super(message);
    }

    /** With the reason of the failure. */
    public ExchangeClosedException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
