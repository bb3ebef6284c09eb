package io.daybook.journal;

/**
 * One pass over the journal, or over one snapshot.
 *
 * @param snapshotSeq seq of the snapshot that is read; 0 for the journal
 * @param number how many passes have begun so far, this one included
 * @param totalBytes the length of all files of the pass; for the journal, from the first segment read to the last one
 *     needed
 */
public record ReadPass(long snapshotSeq, int number, long totalBytes) {}
