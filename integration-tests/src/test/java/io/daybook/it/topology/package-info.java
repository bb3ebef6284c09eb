/**
 * Sends the same stream of commands through every topology, order book and number of producers, and requires one
 * outcome. The package owns the stream, the comparison, and the tests of threads, failures and figures that need a
 * whole exchange.
 */
@NullMarked
package io.daybook.it.topology;

import org.jspecify.annotations.NullMarked;
