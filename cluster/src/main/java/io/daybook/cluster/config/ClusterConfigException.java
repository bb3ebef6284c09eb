package io.daybook.cluster.config;

/** A configuration that cannot be used; the message has the place, the fault and the way out. */
public final class ClusterConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public ClusterConfigException(final String message) {
        super(message);
    }
}
