/** Tests of the connection to a venue, against a small venue of their own. */
@NullMarked
package io.daybook.trading.live;

import org.jspecify.annotations.NullMarked;
