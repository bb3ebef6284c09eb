package io.daybook.server.orders;

/**
 * The fact that the trigger of an order was met.
 *
 * @param timeNs the time, ns since the epoch
 * @param filled the lots of the order that had traded before
 */
public record TriggerMet(long timeNs, long filled) {}
