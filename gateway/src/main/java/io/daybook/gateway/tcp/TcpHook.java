package io.daybook.gateway.tcp;

import io.netty.channel.ChannelPipeline;

/** What an assembly puts into the connections of the TCP door. */
@FunctionalInterface
public interface TcpHook {
    /** A venue that serves has none. */
    TcpHook NONE = pipeline -> {};

    /** A connection begins: bytes, in the clear, pass what is added here. */
    void connected(ChannelPipeline pipeline);
}
