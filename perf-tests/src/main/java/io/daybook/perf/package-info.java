/** Workloads and measurements: nothing here is needed to run an exchange. */
@NullMarked
package io.daybook.perf;

import org.jspecify.annotations.NullMarked;
