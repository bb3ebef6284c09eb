/**
 * What the events of a result do to orders, and the orders that live: one reader and one table, of which each follower
 * has its own. Knows no door and no message.
 */
@NullMarked
package io.daybook.sessions.order;

import org.jspecify.annotations.NullMarked;
