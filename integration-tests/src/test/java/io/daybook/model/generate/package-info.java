/**
 * Generates scenarios from a seed, in lines of the scenario format: commands as traders, fools and attackers send them.
 *
 * <p>The package owns the random choices and the shapes of scenarios. A generator runs the model at the same time, so
 * that its lines hit live orders, exact funds and the last lot before a limit. A generator may read the state of the
 * model, but changes the state only through lines.
 */
@NullMarked
package io.daybook.model.generate;

import org.jspecify.annotations.NullMarked;
