package io.daybook.journal;

import org.jspecify.annotations.Nullable;

/**
 * One snapshot and the verdict on it.
 *
 * @param seq seq of the last command in it, from its name
 * @param sizeBytes length of its parts on disk
 * @param contentBytes length of its parts, uncompressed
 * @param chainAtSeq chain value of its journal after the block that ends with {@code seq}
 * @param problem why recovery would skip it; null for a good snapshot
 */
public record SnapshotStat(
        long seq,
        long timeNs,
        long stateHash,
        int parts,
        long sizeBytes,
        long contentBytes,
        long chainAtSeq,
        @Nullable JournalException problem) {}
