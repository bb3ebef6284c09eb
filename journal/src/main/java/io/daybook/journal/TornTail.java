package io.daybook.journal;

/**
 * What recovery took off the end of a journal: bytes that a crash cut while they were being written.
 *
 * @param file of the segment
 * @param offset from which it was zeroed
 * @param bytes that were removed
 * @param keptIn the file that holds them now
 * @param lastGoodSeq last seq before them
 */
public record TornTail(String file, long offset, long bytes, String keptIn, long lastGoodSeq) {
    @Override
    public String toString() {
        return "TORN: " + bytes + " bytes that a crash cut were removed; file=" + file + "; offset=" + offset
                + "; kept in " + keptIn + "; last good seq=" + lastGoodSeq
                + "; commands acknowledged before they were forced, if any, are among them";
    }
}
