package io.daybook.journal;

/**
 * One pass over the journal, or over one snapshot.
 *
 * @param snapshotSeq seq of the snapshot that is read; 0 for the journal
 * @param number the number of passes so far, including this one
 * @param totalBytes the length of all files of the pass; for the journal, from the first segment read to the last one
 *     needed
 */
public record ReadPass(long snapshotSeq, int number, long totalBytes) {}
