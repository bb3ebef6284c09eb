package io.daybook.cluster.config;

/**
 * The address of a node, which uses six UDP ports from a base port on.
 *
 * @param host name or address
 * @param basePort the first of its ports
 */
public record ClusterMember(String host, int basePort) {
    /** The number of ports of a node. */
    public static final int PORTS = 6;

    private static final int INGRESS = 0;
    private static final int CONSENSUS = 1;
    private static final int LOG = 2;
    private static final int CATCH_UP = 3;
    private static final int ARCHIVE = 4;
    private static final int STATUS = 5;

    String ingress() {
        return endpoint(INGRESS);
    }

    public String consensus() {
        return endpoint(CONSENSUS);
    }

    public String archive() {
        return endpoint(ARCHIVE);
    }

    /** The port at which the node answers queries for its status. */
    public int statusPort() {
        return basePort + STATUS;
    }

    /** All endpoints, in Aeron's order. */
    String endpoints() {
        return String.join(",", ingress(), consensus(), endpoint(LOG), endpoint(CATCH_UP), archive());
    }

    private String endpoint(final int port) {
        return host + ':' + (basePort + port);
    }

    @Override
    public String toString() {
        return endpoint(0);
    }
}
