/**
 * The workloads that every measurement runs: named, seeded, the same stream on every JVM.
 *
 * <p>A {@link io.daybook.perf.workload.Workload} names a size and a market; its builder makes smaller or different
 * versions; {@code generate()} returns a {@link io.daybook.perf.workload.GeneratedWorkload}: the symbols, users and
 * funds to set up, the orders to prefill, the commands to time, and the expected outcome (the books and the traded
 * totals). Commands are packed records of four longs ({@link io.daybook.perf.workload.CommandRecord}).
 *
 * <p>The generator keeps separate order books, so that cancels and moves name live orders. They follow price-time
 * priority as the exchange must, are a separate implementation, and depend on nothing else of Daybook: a run that ends
 * with the generator's books was checked against a second implementation. Randomness comes from {@code SplitMix64}
 * only; floating point appears only in drawing start prices and symbol weights, through {@link java.lang.StrictMath}.
 *
 * <p>This package starts no exchange, measures nothing, and reads no clock.
 */
@NullMarked
package io.daybook.perf.workload;

import org.jspecify.annotations.NullMarked;
