/**
 * The simulator: the whole exchange from one seed, one thread at a time, on a disk that fails.
 *
 * <p>The package owns the random choices of a run: which producer sends which message and when, when the power fails,
 * which call of the disk fails. It compares the exchange with the reference model and with an uninterrupted exchange,
 * and must not read the internals of either.
 */
@NullMarked
package io.daybook.sim;

import org.jspecify.annotations.NullMarked;
