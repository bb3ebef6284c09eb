package io.daybook.cli.venue;

/**
 * The options of a demonstration.
 *
 * @param isFresh whether the folder of an earlier one is deleted
 * @param times how many times the usual number of orders
 * @param seed of their dice; what they trade also depends on the clock
 */
record DemoWish(boolean isFresh, int times, long seed) {}
