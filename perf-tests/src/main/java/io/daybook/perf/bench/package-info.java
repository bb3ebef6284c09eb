/**
 * Micro-benchmarks (JMH) of the parts whose cost is not visible in whole streams. Whole streams are measured in
 * {@code run}.
 */
@NullMarked
package io.daybook.perf.bench;

import org.jspecify.annotations.NullMarked;
