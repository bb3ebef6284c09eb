package io.daybook.api;

/**
 * Somebody who still needs the commands of a journal from a seq on; see {@link RetentionMarks}.
 *
 * @param name of 1 to 64 lower-case letters, digits and dashes
 * @param fromSeq the first command that is still needed
 * @param heldBytes what it costs: the bytes of the snapshot and the segments that it needs, and the newest snapshot
 *     does not; 0 where that one is enough. Other marks, and the rules of {@link SnapshotConfig}, may hold the same
 *     bytes
 */
public record RetentionMark(String name, long fromSeq, long heldBytes) {}
