/**
 * The follower {@code orders}: the ids of commands over HTTP, orders and fills of users, and the client ids that make
 * an order safe to send again. A fold over results; uses no sockets and no JSON.
 */
@NullMarked
package io.daybook.server.orders;

import org.jspecify.annotations.NullMarked;
