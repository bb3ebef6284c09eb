/**
 * Measures a server under load over HTTP and WebSocket. The client uses bare sockets on one thread, so that it costs
 * little. Also measures how much a server costs the exchange in its process.
 */
@NullMarked
package io.daybook.perf.http;

import org.jspecify.annotations.NullMarked;
