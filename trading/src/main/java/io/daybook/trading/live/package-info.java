/** A trader at a venue, over TCP: its orders by the client, its books by the subscriber of the feed. */
@NullMarked
package io.daybook.trading.live;

import org.jspecify.annotations.NullMarked;
