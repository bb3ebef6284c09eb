/**
 * Limits of TCP and FIX: their settings, and the counters of connections and failed logins of each address. Their
 * memory is bounded for any number of connections. {@link io.daybook.sessions.LiveSession} limits the requests of a
 * session. HTTP has limits of its own in the server's package {@code http}: {@code Limiter} and
 * {@code ConnectionLimits}.
 */
@NullMarked
package io.daybook.sessions.limit;

import org.jspecify.annotations.NullMarked;
