package io.daybook.server.identity;

/** The failure to use the store of keys; the message has the remedy. */
public final class IdentityException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public IdentityException(final String message) {
        super(message);
    }

    IdentityException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
