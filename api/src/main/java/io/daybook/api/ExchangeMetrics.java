package io.daybook.api;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The counters of an exchange since its start, at about one moment: different threads count, and the numbers are read
 * one after the other. The path of a command uses only plain counters of its thread.
 *
 * @param published slots that producers have claimed (with a single producer: published): commands, queries, and void
 *     ones
 * @param delivered how many of them delivery has passed; the others wait for delivery
 * @param carriedOut commands whose results were delivered, refused ones included
 * @param refused how many of them were refused, by code; codes that did not occur are left out
 * @param deliveredSeq seq of the last command whose result was delivered; until a result is delivered after the start,
 *     the last seq that was recovered
 * @param speculationsThatWaited with {@link Topology.Kind#PIPELINED}: commands and queries that had to wait for the
 *     settlement that they depend on; else 0
 * @param ringSize slots of the ring; 0 without threads
 * @param ringFill slots that are claimed and not yet free again
 * @param journalWrittenSeq seq of the last command that the journal has written; 0 without a journal
 * @param journalForcedSeq seq of the last command that the journal has forced
 * @param journalReleasedSeq seq of the last command whose result the journal has released
 * @param forces how often the journal was forced for results
 * @param forceTimeNs how long these forces took in all
 * @param isOutOfRoom whether commands are refused now, because the disk has no room for the next segment of the
 *     journal, see {@link NoSpaceException}
 * @param stalledClaims claims of slots that were not published for more than a second, each of which was logged; 0
 *     without threads
 * @param listenerErrors calls of listeners that threw; each kind is logged too, see {@link ExchangeListener}
 * @param retentionMarks the marks for which the journal is kept, and their cost, at the start or after the last
 *     snapshot
 * @param followerMarks what each follower of the folder still needs, attached or not, and its cost, at the start or
 *     after the last snapshot
 * @param followers the progress of each follower, in the order of attachment
 */
public record ExchangeMetrics(
        long published,
        long delivered,
        long carriedOut,
        Map<ResultCode, Long> refused,
        long deliveredSeq,
        long speculationsThatWaited,
        int ringSize,
        int ringFill,
        long journalWrittenSeq,
        long journalForcedSeq,
        long journalReleasedSeq,
        long forces,
        long forceTimeNs,
        boolean isOutOfRoom,
        long stalledClaims,
        long listenerErrors,
        List<RetentionMark> retentionMarks,
        List<RetentionMark> followerMarks,
        List<FollowerMetrics> followers) {

    /** Copies the map and the lists. */
    public ExchangeMetrics {
        final Map<ResultCode, Long> copy = new EnumMap<>(ResultCode.class);
        copy.putAll(refused);
        refused = Collections.unmodifiableMap(copy);
        retentionMarks = List.copyOf(retentionMarks);
        followerMarks = List.copyOf(followerMarks);
        followers = List.copyOf(followers);
    }

    /**
     * Commands that the journal has written and not yet forced; 0 without a journal. Commands not yet written are in
     * {@link #ringFill}.
     */
    public long journalLag() {
        return Math.max(0, journalWrittenSeq - journalForcedSeq);
    }
}
