package io.daybook.journal;

/**
 * One reading of the journal to its end, or to what is asked for, or of one snapshot.
 *
 * @param snapshotSeq of the snapshot; 0 for the journal
 * @param number from 1: how often it was begun
 * @param totalBytes the length of all files of it, in the journal of those from the first one read to the last one
 *     needed
 */
public record ReadPass(long snapshotSeq, int number, long totalBytes) {}
