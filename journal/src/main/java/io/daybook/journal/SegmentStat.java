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
 * @param dataFrames number of DATA frames, of which {@code lz4Frames} are compressed
 * @param storedBytes length of the blocks on disk, without headers and padding
 * @param uncompressedBytes length of the blocks as they were appended
 * @param padBytes of PAD frames
 * @param sealed whether it ends with a SEAL
 * @param verdict of what follows the last valid frame; CLEAN_END for a sealed one, UNSEALED if a crash cut a rotation
 * @param flaw what is wrong there, in words; empty if all is well
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
