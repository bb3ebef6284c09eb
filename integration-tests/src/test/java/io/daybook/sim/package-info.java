/**
 * The simulator: the whole exchange on one thread from one seed, on a disk that lies.
 *
 * <p>It owns the dice of a run: who sends what and when, when the power goes, which call of the disk fails. It judges
 * by the reference model and by an exchange that nobody interrupts, and may not look into either.
 */
@NullMarked
package io.daybook.sim;

import org.jspecify.annotations.NullMarked;
