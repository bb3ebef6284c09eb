package io.daybook.cli.venue;

/**
 * What is wanted of the bots of a demonstration.
 *
 * @param isFresh whether the folder of an earlier one is deleted
 * @param times how many times the usual number of orders
 * @param seed makes them do the same again
 */
record DemoWish(boolean isFresh, int times, long seed) {}
