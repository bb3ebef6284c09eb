/** What is measured and told to Prometheus. Micrometer is here and nowhere else. */
@NullMarked
package io.daybook.server.metrics;

import org.jspecify.annotations.NullMarked;
