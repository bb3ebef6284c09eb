package io.daybook.journal;

import java.util.List;

/**
 * What a journal folder holds.
 *
 * @param createdNs wall clock, ns since the epoch
 * @param settings with which the folder was made
 * @param segments ascending; those whose headers can be read
 * @param problems everything that recovery would refuse if it needed that segment, in the order of the seqs, then what
 *     contradicts a snapshot; empty for a sound journal
 * @param notes a line each about what an operator should know, though recovery refuses nothing for it
 */
public record JournalStat(
        String exchangeId,
        long createdNs,
        String settings,
        List<SegmentStat> segments,
        List<JournalException> problems,
        List<String> notes) {

    /** First seq that the segments can give; 0 if there is none. */
    public long firstSeq() {
        return segments.isEmpty() ? 0 : segments.get(0).firstSeq();
    }

    /** Last seq; 0 if there is none. */
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
