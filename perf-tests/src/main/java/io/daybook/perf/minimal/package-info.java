/**
 * An engine for one future and nothing else, against which the full engine is measured. It may use nothing of the full
 * engine but the slot.
 */
@NullMarked
package io.daybook.perf.minimal;

import org.jspecify.annotations.NullMarked;
