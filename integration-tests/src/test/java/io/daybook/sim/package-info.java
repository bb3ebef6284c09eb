/**
 * The simulator: the whole exchange on one thread from one seed, on a disk that fails.
 *
 * <p>It owns the random choices of a run: which producer sends which message and when, when the power fails, which call
 * of the disk fails. It compares with the reference model and with an uninterrupted exchange, and may not look into
 * either.
 */
@NullMarked
package io.daybook.sim;

import org.jspecify.annotations.NullMarked;
