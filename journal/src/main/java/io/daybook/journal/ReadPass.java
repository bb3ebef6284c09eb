package io.daybook.journal;

/**
 * One reading of the journal, or of one snapshot, to its end.
 *
 * @param snapshotSeq of the snapshot; 0 for the journal
 * @param number from 1: how often it was begun
 * @param totalBytes the length of all files of it, in the journal from the first one read on
 */
public record ReadPass(long snapshotSeq, int number, long totalBytes) {}
