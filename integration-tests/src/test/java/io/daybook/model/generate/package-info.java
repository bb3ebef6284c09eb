/**
 * Scenarios from a seed: what traders do, what fools do, and what attackers do, in lines of the scenario format.
 *
 * <p>It owns the random choices and the shapes. A generator runs the model at the same time, so that its lines hit live
 * orders, exact funds and the last lot before a limit; it may read the model's state, never change it but through
 * lines.
 */
@NullMarked
package io.daybook.model.generate;

import org.jspecify.annotations.NullMarked;
