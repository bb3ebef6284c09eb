package io.daybook.server.http;

import io.netty.channel.ChannelPipeline;

/** What an assembly puts around the routes and into the connections of the HTTP door. */
public interface HttpHook {
    /** A venue that serves has none. */
    HttpHook NONE = new HttpHook() {};

    /** Puts something around a route before it serves. */
    default Route around(final Route route) {
        return route;
    }

    /** A connection begins: messages of HTTP pass what is added here, and frames once it is a WebSocket. */
    default void connected(final ChannelPipeline pipeline) {}
}
