/** {@code daybook hops}: the times between the steps of an order, from the files of client and venue. */
@NullMarked
package io.daybook.cli.hops;

import org.jspecify.annotations.NullMarked;
