/**
 * Runs the project's workloads on another exchange core, for comparison. It uses the peer's published interface and the
 * generator, and nothing of Daybook's engine.
 */
@NullMarked
package io.daybook.perf.peer;

import org.jspecify.annotations.NullMarked;
