/**
 * Simulated traders: their orders follow from a seed, from the number of the step of their time, and from the results
 * so far. The package uses no exchange, clock or thread.
 */
@NullMarked
package io.daybook.flow.bots;

import org.jspecify.annotations.NullMarked;
