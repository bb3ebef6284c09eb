package io.daybook.cluster.client;

/** Sends messages to the cluster. */
@FunctionalInterface
public interface Transport {
    /**
     * Sends a message, which is copied.
     *
     * @return false if there is no room or no connection: the caller offers it again
     */
    boolean send(byte[] message, int length);
}
