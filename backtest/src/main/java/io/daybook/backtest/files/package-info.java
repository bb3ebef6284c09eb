/** Reads the files of a simulated market; the market itself opens none. */
@NullMarked
package io.daybook.backtest.files;

import org.jspecify.annotations.NullMarked;
