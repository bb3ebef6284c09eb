package io.daybook.api;

/** The exchange accepts nothing any more: it was closed, or it failed; the cause has the reason. */
public final class ExchangeClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ExchangeClosedException(final String message) {
        super(message);
    }

    /** Creates it with the cause of the failure. */
    public ExchangeClosedException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
