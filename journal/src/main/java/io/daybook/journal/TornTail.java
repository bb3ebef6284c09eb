package io.daybook.journal;

/**
 * Bytes that recovery removed from the end of a journal: a crash interrupted their write.
 *
 * @param file the file of the segment
 * @param offset the offset from which the file was zeroed
 * @param bytes how many bytes were removed
 * @param keptIn the file that holds them now
 * @param lastGoodSeq last seq before them
 */
public record TornTail(String file, long offset, long bytes, String keptIn, long lastGoodSeq) {
    @Override
    public String toString() {
        return "TORN: " + bytes + " bytes of an interrupted write were removed; file=" + file + "; offset=" + offset
                + "; kept in " + keptIn + "; last good seq=" + lastGoodSeq
                + "; commands acknowledged before they were forced, if any, are among them";
    }
}
