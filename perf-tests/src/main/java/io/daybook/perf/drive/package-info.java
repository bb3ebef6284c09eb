/**
 * Puts workloads through a real exchange, or through the engine alone: opens symbols and accounts, sends the streams,
 * and checks afterwards that nothing was refused and that the books are the generator's.
 */
@NullMarked
package io.daybook.perf.drive;

import org.jspecify.annotations.NullMarked;
