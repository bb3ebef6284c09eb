/**
 * HTTP and WebSocket: sockets, requests, routes, limits and errors. Only this package of the server uses Netty; the
 * handlers of routes and the protocols of WebSockets come from other packages.
 */
@NullMarked
package io.daybook.server.http;

import org.jspecify.annotations.NullMarked;
