package io.daybook.server.identity;

/** The failure of a request with wrong credentials. The reason is for the log and the metrics, never for the sender. */
public final class NotAuthenticException extends Exception {
    private static final long serialVersionUID = 1;

    private final String reason;

    NotAuthenticException(final String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    /** The reason, one word. */
    public String reason() {
        return reason;
    }
}
