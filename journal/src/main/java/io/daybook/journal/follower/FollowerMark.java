package io.daybook.journal.follower;

/**
 * A follower that is to be attached when a journal is opened.
 *
 * @param name its name: 1 to 55 lower-case letters, digits and dashes
 * @param fromSeq the first seq that it still needs if it keeps its state elsewhere; 0 if its state is in snapshots
 */
public record FollowerMark(String name, long fromSeq) {}
