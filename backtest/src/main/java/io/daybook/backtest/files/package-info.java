/** Files that a simulated market is made of; the market itself opens none. Cold. */
@NullMarked
package io.daybook.backtest.files;

import org.jspecify.annotations.NullMarked;
