package io.daybook.cluster.log;

/** A log that cannot be read, or cannot be used for the request; the message names the file and the way out. */
public final class ClusterLogException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ClusterLogException(final String message) {
        super(message);
    }
}
