package io.daybook.api;

/**
 * Somebody who still needs the commands of a journal from a seq on: a consumer with a mark, see {@link RetentionMarks},
 * or a {@link Follower} that the folder knows.
 *
 * @param name of 1 to 64 lower-case letters, digits and dashes
 * @param fromSeq the first command that is still needed
 * @param heldSeqs what it costs: commands between the snapshot that it needs and the newest one; 0 where that one is
 *     enough
 * @param heldBytes the same in bytes: of the snapshot and the segments that it needs, and the newest snapshot does not.
 *     Others, and the rules of {@link SnapshotConfig}, may hold the same bytes
 */
public record RetentionMark(String name, long fromSeq, long heldSeqs, long heldBytes) {}
