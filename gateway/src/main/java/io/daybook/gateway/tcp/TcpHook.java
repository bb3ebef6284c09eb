package io.daybook.gateway.tcp;

import io.daybook.gateway.session.RequestGate;
import io.netty.channel.ChannelPipeline;

/** The hook of an assembly in the connections of the TCP door, and before its requests. */
public interface TcpHook extends RequestGate {
    /** The hook of an ordinary venue, which does nothing. */
    TcpHook NONE = new TcpHook() {};

    /** Adds handlers to a new connection; bytes pass them in the clear. */
    default void connected(final ChannelPipeline pipeline) {}

    @Override
    default int refusal(final int session, final byte[] bytes, final int offset) {
        return 0;
    }
}
