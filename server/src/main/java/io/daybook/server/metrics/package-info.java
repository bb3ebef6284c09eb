/** Metrics for Prometheus. Only this package uses Micrometer. */
@NullMarked
package io.daybook.server.metrics;

import org.jspecify.annotations.NullMarked;
