package io.daybook.server.http;

import io.netty.channel.ChannelPipeline;

/** Wraps the routes of the HTTP door, and adds handlers to its connections. */
public interface HttpHook {
    /** The hook of an ordinary venue, which does nothing. */
    HttpHook NONE = new HttpHook() {};

    /** Wraps a route before it serves. */
    default Route around(final Route route) {
        return route;
    }

    /** Adds handlers to a new connection: they get messages of HTTP, and frames once it is a WebSocket. */
    default void connected(final ChannelPipeline pipeline) {}
}
