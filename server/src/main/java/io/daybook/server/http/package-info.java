/**
 * HTTP and WebSocket: sockets, requests, routes, limits and errors. Netty is here, nowhere else in the server; what the
 * routes do, and what is spoken over WebSockets, is given in.
 */
@NullMarked
package io.daybook.server.http;

import org.jspecify.annotations.NullMarked;
