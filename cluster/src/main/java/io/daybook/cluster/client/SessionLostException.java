package io.daybook.cluster.client;

/** The session ended for this client: another client has opened it, or the cluster refuses what it sends. */
public final class SessionLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with the reason and the way out. */
    public SessionLostException(final String message) {
        super(message);
    }
}
