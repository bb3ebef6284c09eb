package io.daybook.gateway.tcp;

import io.netty.channel.ChannelPipeline;

/** Handlers that an assembly adds to the connections of the TCP door. */
@FunctionalInterface
public interface TcpHook {
    /** Adds none, as in production. */
    TcpHook NONE = pipeline -> {};

    /** Called for each new connection, to add handlers for its decrypted bytes. */
    void connected(ChannelPipeline pipeline);
}
