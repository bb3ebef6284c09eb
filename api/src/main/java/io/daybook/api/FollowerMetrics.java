package io.daybook.api;

/**
 * The progress of a follower.
 *
 * @param name of the follower
 * @param seq of the last result that it has received
 * @param slotsBehind delivered slots of the ring that it has not yet passed; 0 without threads
 * @param eventsBehind events of these slots
 * @param attached whether it still receives results; false once it was detached
 */
public record FollowerMetrics(String name, long seq, long slotsBehind, long eventsBehind, boolean attached) {}
