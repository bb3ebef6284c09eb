/**
 * A server under load over HTTP and WebSocket: bare sockets on one thread, so that the client costs little; and what a
 * server costs the exchange in it.
 */
@NullMarked
package io.daybook.perf.http;

import org.jspecify.annotations.NullMarked;
