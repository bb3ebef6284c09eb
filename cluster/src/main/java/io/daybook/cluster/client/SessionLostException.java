package io.daybook.cluster.client;

/** The session ended for this client: another has opened it since, or the cluster refuses what it sends. */
public final class SessionLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With why, and what to do. */
    public SessionLostException(final String message) {
        super(message);
    }
}
