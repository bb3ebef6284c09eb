/**
 * An engine that does one future and nothing else: what the full one is measured against. It may use nothing of the
 * full one but the slot.
 */
@NullMarked
package io.daybook.perf.minimal;

import org.jspecify.annotations.NullMarked;
