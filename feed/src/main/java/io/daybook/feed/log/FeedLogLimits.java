package io.daybook.feed.log;

/**
 * The amount of messages that the log of a feed keeps. Subscribers that need older ones use snapshots.
 *
 * @param bytes the bytes of all channels together, at least 1 MiB per channel; the newest segment of a channel always
 *     stays
 * @param ageNs the age by the time of commands: a segment is deleted when the newest message of its channel is this
 *     much later
 * @param segmentBytes the bytes of one file, at least 128 KiB
 */
public record FeedLogLimits(long bytes, long ageNs, long segmentBytes) {
    private static final long LEAST_SEGMENT = 128 << 10;

    /** The least number of files that a full channel has. */
    private static final int SEGMENTS_A_CHANNEL = 8;

    /** One day, 4 GiB, files of 64 MiB. */
    public static final FeedLogLimits DEFAULT = new FeedLogLimits(4L << 30, 86_400_000_000_000L, 64 << 20);

    /**
     * Limits with a matching file size.
     *
     * @param bytes the bytes of all channels together
     * @param channels the number of channels
     */
    public static FeedLogLimits of(final long bytes, final long ageNs, final int channels) {
        final long segment = bytes / channels / SEGMENTS_A_CHANNEL;
        return new FeedLogLimits(bytes, ageNs, Math.min(Math.max(segment, LEAST_SEGMENT), DEFAULT.segmentBytes()));
    }

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
