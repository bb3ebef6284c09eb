package io.daybook.gateway.tcp;

import io.daybook.gateway.session.RequestGate;
import io.netty.channel.ChannelPipeline;

/** Lets an assembly add handlers to the connections of the TCP door, and refuse its requests. */
public interface TcpHook extends RequestGate {
    /** The hook of an ordinary venue, which does nothing. */
    TcpHook NONE = new TcpHook() {};

    /** Adds handlers to a new connection; they receive decrypted bytes. */
    default void connected(final ChannelPipeline pipeline) {}

    @Override
    default int refusal(final int session, final byte[] bytes, final int offset) {
        return 0;
    }
}
