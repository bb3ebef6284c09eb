/**
 * How long an order takes from place to place on its way: rings of times that the client and the venue leave behind,
 * and the files in which they meet. Knows the JDK only.
 */
@NullMarked
package io.daybook.client.hops;

import org.jspecify.annotations.NullMarked;
