package io.daybook.cluster.client;

/** Takes messages to the cluster. */
@FunctionalInterface
public interface Transport {
    /**
     * Hands a message over, which is copied.
     *
     * @return whether it was; false where there is no room, or no connection: the caller offers it again
     */
    boolean send(byte[] message, int length);
}
