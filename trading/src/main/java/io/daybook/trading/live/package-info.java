/** A trader at a venue, over TCP: its orders through the client, its books through the subscriber of the feed. */
@NullMarked
package io.daybook.trading.live;

import org.jspecify.annotations.NullMarked;
