package io.daybook.feed.log;

/**
 * How much of a feed its log keeps; older messages come as snapshots.
 *
 * @param bytes of all channels together, from 1 MiB a channel; the newest segment of a channel always stays
 * @param ageNs by the time of commands: a segment goes when the newest message of its channel is so much later
 * @param segmentBytes of one file, from 128 KiB
 */
public record FeedLogLimits(long bytes, long ageNs, long segmentBytes) {
    private static final long LEAST_SEGMENT = 128 << 10;

    /** A day, 4 GiB, files of 64 MiB. */
    public static final FeedLogLimits DEFAULT = new FeedLogLimits(4L << 30, 86_400_000_000_000L, 64 << 20);

    /** Checks the ranges. */
    public FeedLogLimits {
        if (bytes < segmentBytes || ageNs < 1 || segmentBytes < LEAST_SEGMENT || segmentBytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "bytes must be at least segmentBytes, ageNs at least 1, segmentBytes from "
                            + LEAST_SEGMENT + " to " + Integer.MAX_VALUE + ": bytes=" + bytes + " ageNs=" + ageNs
                            + " segmentBytes=" + segmentBytes);
        }
    }
}
