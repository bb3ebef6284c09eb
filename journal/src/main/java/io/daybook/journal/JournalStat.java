package io.daybook.journal;

import java.util.List;

/**
 * The contents of a journal folder.
 *
 * @param createdNs wall clock, ns since the epoch
 * @param settings the settings that the folder was created with
 * @param segments the segments whose headers can be read, ascending
 * @param problems each fault for which recovery would refuse a segment, by seq, then each contradiction with a
 *     snapshot; empty for a sound journal
 * @param notes a line for each finding that recovery accepts and an operator should read
 */
public record JournalStat(
        String exchangeId,
        long createdNs,
        String settings,
        List<SegmentStat> segments,
        List<JournalException> problems,
        List<String> notes) {

    /** The first seq that the segments hold; 0 if there is no segment. */
    public long firstSeq() {
        return segments.isEmpty() ? 0 : segments.get(0).firstSeq();
    }

    /** The last seq that the segments hold; 0 if there is no segment. */
    public long lastSeq() {
        return segments.isEmpty() ? 0 : segments.get(segments.size() - 1).lastSeq();
    }

    public long sizeBytes() {
        return segments.stream().mapToLong(SegmentStat::sizeBytes).sum();
    }

    public long uncompressedBytes() {
        return segments.stream().mapToLong(SegmentStat::uncompressedBytes).sum();
    }

    public long storedBytes() {
        return segments.stream().mapToLong(SegmentStat::storedBytes).sum();
    }
}
