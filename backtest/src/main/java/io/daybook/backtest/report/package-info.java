/** The results of a backtest: files of fills and of places in the queue, sums, and a page with pictures. */
@NullMarked
package io.daybook.backtest.report;

import org.jspecify.annotations.NullMarked;
