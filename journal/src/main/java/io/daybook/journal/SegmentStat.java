package io.daybook.journal;

/**
 * The contents of one segment.
 *
 * @param file the name of its file
 * @param formatVersion format version of the file
 * @param number its number, from 1
 * @param firstSeq seq of the first command that it may hold
 * @param lastSeq seq of the last command that it holds; {@code firstSeq − 1} if it holds none
 * @param sizeBytes length of the file
 * @param usedBytes length of the header and the valid frames
 * @param dataFrames number of DATA frames, of which {@code lz4Frames} are compressed
 * @param storedBytes length of the blocks on disk, without headers and padding
 * @param uncompressedBytes length of the blocks as they were appended
 * @param padBytes length of the PAD frames
 * @param sealed whether it ends with a SEAL
 * @param verdict the verdict on the bytes after the last valid frame; CLEAN_END for a sealed segment, UNSEALED if a
 *     crash cut a rotation
 * @param flaw the flaw at that place, in words; empty if there is none
 * @param codecVersion codec version of the commands in it
 * @param semanticsVersion semantics version of its writer
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
