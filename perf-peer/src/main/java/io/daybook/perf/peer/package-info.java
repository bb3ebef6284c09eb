/**
 * The project's workloads through another exchange core, to have a measure. It knows the peer's published interface and
 * the generator, and nothing of Daybook's engine.
 */
@NullMarked
package io.daybook.perf.peer;

import org.jspecify.annotations.NullMarked;
