package io.daybook.server.orders;

/**
 * The trigger of an order was met.
 *
 * @param timeNs when, ns since the epoch
 * @param filled lots of the order that had traded before
 */
public record TriggerMet(long timeNs, long filled) {}
