/** Turns figures into what people read: tables, plots and pages. It measures nothing. */
@NullMarked
package io.daybook.perf.report;

import org.jspecify.annotations.NullMarked;
