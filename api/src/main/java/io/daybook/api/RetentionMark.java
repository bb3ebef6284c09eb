package io.daybook.api;

/**
 * A claim on the commands of a journal from a seq on, by a consumer with a mark ({@link RetentionMarks}) or by a
 * registered {@link Follower}.
 *
 * @param name of 1 to 64 lower-case letters, digits and dashes
 * @param fromSeq the first command that is still needed
 * @param heldSeqs its cost: commands between the snapshot that it needs and the newest one; 0 if the newest is enough
 * @param heldBytes its cost in bytes of snapshots and segments that the newest snapshot does not need. Other marks, and
 *     the rules of {@link SnapshotConfig}, may hold the same bytes
 */
public record RetentionMark(String name, long fromSeq, long heldSeqs, long heldBytes) {}
