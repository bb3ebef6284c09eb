/**
 * The effects of a result's events on orders, and the live orders: a reader and a table, one of each per follower. The
 * package depends on no door and no message.
 */
@NullMarked
package io.daybook.sessions.order;

import org.jspecify.annotations.NullMarked;
