/**
 * Limits of doors, sessions and addresses, and the counters for them. Their memory is bounded for any number of
 * connections.
 */
@NullMarked
package io.daybook.sessions.limit;

import org.jspecify.annotations.NullMarked;
