/**
 * The follower {@code orders}: ids of what HTTP sends, orders and fills of users, and the client ids that make an order
 * safe to send again. A fold over results; knows no socket and no JSON.
 */
@NullMarked
package io.daybook.server.orders;

import org.jspecify.annotations.NullMarked;
