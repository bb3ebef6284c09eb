/**
 * How long an order takes from place to place on its way: rings of times that the client and the venue leave behind,
 * and the files in which they meet. Depends on the JDK only.
 */
@NullMarked
package io.daybook.wire.hops;

import org.jspecify.annotations.NullMarked;
