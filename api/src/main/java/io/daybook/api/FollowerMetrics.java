package io.daybook.api;

/**
 * Where a follower is.
 *
 * @param name of the follower
 * @param seq of the last result that it has heard
 * @param slotsBehind slots of the ring that are delivered and not yet passed by it; 0 without threads
 * @param eventsBehind events of these slots
 * @param attached whether it still hears; false once it was detached
 */
public record FollowerMetrics(String name, long seq, long slotsBehind, long eventsBehind, boolean attached) {}
