/** {@code daybook hops}: the time between the steps of an order, from the files of client and venue. */
@NullMarked
package io.daybook.cli.hops;

import org.jspecify.annotations.NullMarked;
