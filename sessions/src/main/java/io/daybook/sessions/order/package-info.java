/**
 * The effects of a result's events on orders, and the table of live orders. Each follower has a reader and a table of
 * its own. The package depends on no door and no message.
 */
@NullMarked
package io.daybook.sessions.order;

import org.jspecify.annotations.NullMarked;
