package io.daybook.cluster.config;

/** A configuration that cannot be used; the message says where, what and the way out. */
public final class ClusterConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** With the message. */
    public ClusterConfigException(final String message) {
        super(message);
    }
}
