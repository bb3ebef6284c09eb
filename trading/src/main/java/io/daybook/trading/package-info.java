/**
 * A trader: the strategy's callbacks, its orders, positions and limits, and the engine that runs them on one thread.
 * Uses no socket, file or clock: the time is given with each event. Nothing is allocated for an event once all paths
 * have run. Prices are ticks, sizes lots, fair prices 1/1,000 ticks, ratios parts per million, money minor units of the
 * quote currency, times ns.
 */
@NullMarked
package io.daybook.trading;

import org.jspecify.annotations.NullMarked;
