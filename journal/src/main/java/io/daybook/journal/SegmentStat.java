package io.daybook.journal;

/**
 * What one segment holds.
 *
 * @param file its name
 * @param formatVersion of the file
 * @param number from 1
 * @param firstSeq of the first command that it may hold
 * @param lastSeq of the last that it holds; {@code firstSeq − 1} if none
 * @param sizeBytes of the file
 * @param usedBytes header and valid frames
 * @param dataFrames how many DATA frames, {@code lz4Frames} of them compressed
 * @param storedBytes of blocks, as they lie on disk, without headers and padding
 * @param uncompressedBytes of blocks, as they were given
 * @param padBytes of PAD frames
 * @param sealed whether it ends with a SEAL
 * @param verdict of what follows the last valid frame; CLEAN_END for a sealed one, UNSEALED where a crash cut a
 *     rotation
 * @param flaw what is wrong there, in words; empty if nothing is
 * @param codecVersion of the commands in it
 * @param semanticsVersion of its writer
 */
public record SegmentStat(
        String file,
        int formatVersion,
        long number,
        long firstSeq,
        long lastSeq,
        long sizeBytes,
        long usedBytes,
        long dataFrames,
        long lz4Frames,
        long syncMarks,
        long pads,
        long snapMarks,
        long storedBytes,
        long uncompressedBytes,
        long padBytes,
        boolean sealed,
        TailVerdict verdict,
        String flaw,
        int codecVersion,
        int semanticsVersion) {}
