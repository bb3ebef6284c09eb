package io.daybook.cli.venue;

/**
 * The options of a demonstration.
 *
 * @param isFresh whether the folder of an earlier demonstration is deleted
 * @param times the factor for the usual number of orders
 * @param seed the seed of the bots; their trades also depend on the clock
 */
record DemoWish(boolean isFresh, int times, long seed) {}
