/**
 * Looks at a run from outside: the machine, what threads allocate, what collectors cost, results as they are delivered,
 * and the pauses that the machine makes by itself. It knows no workload and starts no exchange.
 */
@NullMarked
package io.daybook.perf.measure;

import org.jspecify.annotations.NullMarked;
