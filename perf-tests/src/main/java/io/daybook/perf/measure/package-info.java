/**
 * Measures a run from outside: the machine, the allocation of threads, the cost of collectors, results as they are
 * delivered, and the machine's own pauses. The package uses no workload and starts no exchange.
 */
@NullMarked
package io.daybook.perf.measure;

import org.jspecify.annotations.NullMarked;
