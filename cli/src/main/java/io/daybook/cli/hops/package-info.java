/** {@code daybook hops}: what an order waits for on its way, from the times that client and venue left behind. */
@NullMarked
package io.daybook.cli.hops;

import org.jspecify.annotations.NullMarked;
