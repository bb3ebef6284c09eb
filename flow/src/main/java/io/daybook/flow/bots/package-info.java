/**
 * Traders that are made up: what each does follows from a seed, from the number of the step of their time, and from the
 * results so far. They know no exchange, clock or thread.
 */
@NullMarked
package io.daybook.flow.bots;

import org.jspecify.annotations.NullMarked;
