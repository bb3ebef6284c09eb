package io.daybook.journal.access;

import io.daybook.journal.format.FrameSeed;
import java.util.UUID;
import java.util.function.LongFunction;

/**
 * The identity of a journal that is written from a log elsewhere. It fixes what an exchange would draw at random or
 * take from its clock, so that every writer of the log writes the same bytes.
 *
 * @param exchangeId the id of the exchange
 * @param createdNs when the journal begins, ns since the epoch, as the log has it; for people
 * @param firstSeq the first seq of a new folder: 1, or the one after the snapshot with which the folder begins
 * @param seeds gives the 16 bytes that seed the checksums of a segment, by its number; they must stay secret
 */
public record JournalOrigin(UUID exchangeId, long createdNs, long firstSeq, LongFunction<byte[]> seeds) {
    /** How many bytes a seed has. */
    public static final int SEED_LENGTH = FrameSeed.LENGTH;

    public JournalOrigin {
        if (firstSeq < 1) {
            throw new IllegalArgumentException("firstSeq must be at least 1: firstSeq=" + firstSeq);
        }
    }

    FrameSeed seed(final long segmentNumber) {
        final byte[] seed = seeds.apply(segmentNumber);
        if (seed.length != SEED_LENGTH) {
            throw new IllegalArgumentException(
                    "a seed must have " + SEED_LENGTH + " bytes: segment=" + segmentNumber + ", length=" + seed.length);
        }
        return FrameSeed.read(seed, 0);
    }

    /** Hides the seeds, which must stay secret. */
    @Override
    public String toString() {
        return "JournalOrigin[exchangeId=" + exchangeId + ", firstSeq=" + firstSeq + ']';
    }
}
