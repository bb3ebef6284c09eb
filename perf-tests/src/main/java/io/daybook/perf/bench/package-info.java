/**
 * Micro-benchmarks (JMH) of the parts whose cost whole streams cannot show alone. Whole streams are measured in
 * {@code run}.
 */
@NullMarked
package io.daybook.perf.bench;

import org.jspecify.annotations.NullMarked;
