package io.daybook.journal.access;

import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.journal.Compression;
import io.daybook.journal.format.FrameDescriptor;
import io.daybook.journal.format.SegmentHeader;
import io.daybook.journal.retention.RetentionRules;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How a journal is written and kept. No option changes the commands that a reader finds.
 *
 * @param compression how blocks are compressed
 * @param maxBlockBytes the longest block, uncompressed, that {@link JournalWriter#append} takes: 1 KiB to 1 MiB
 * @param firstSegmentBytes size of the first segment; each later one is twice as long, up to {@code maxSegmentBytes}
 * @param maxSegmentBytes at most 1 GiB
 * @param retention how much history {@link Journal#retain} keeps
 * @param fillAhead whether a background thread fills the next segment with zeros ahead of time; without it, the
 *     rotating thread fills it (simulators, tests)
 * @param random the source of the id of a new journal and of the seeds of segments
 * @param clock gives the times in headers and names of files, and times the pauses of the background thread
 * @param scheduler runs the task that fills segments ahead; a thread by default
 */
public record JournalOptions(
        Compression compression,
        int maxBlockBytes,
        long firstSegmentBytes,
        long maxSegmentBytes,
        RetentionRules retention,
        boolean fillAhead,
        RandomGenerator random,
        Clock clock,
        Scheduler scheduler) {

    /** LZ4, blocks of up to 1 MiB, segments from 4 to 64 MiB, 3 snapshots, filled ahead. */
    public static final JournalOptions DEFAULT = builder().build();

    private static final long LARGEST_SEGMENT = 1L << 30;

    public JournalOptions {
        if (maxBlockBytes < 1024 || maxBlockBytes > FrameDescriptor.MAX_UNCOMPRESSED_LENGTH) {
            throw new IllegalArgumentException("maxBlockBytes must be from 1024 to "
                    + FrameDescriptor.MAX_UNCOMPRESSED_LENGTH + ": maxBlockBytes=" + maxBlockBytes);
        }
        final long least = SegmentHeader.LENGTH
                + FrameDescriptor.alignedLength(maxBlockBytes)
                + 2L * FrameDescriptor.SECTOR_LENGTH; // room for a SYNCMARK and the SEAL
        if (firstSegmentBytes < least || firstSegmentBytes % SegmentHeader.LENGTH != 0) {
            throw new IllegalArgumentException("firstSegmentBytes must be a multiple of " + SegmentHeader.LENGTH
                    + " and at least " + least + " to take a block of maxBlockBytes=" + maxBlockBytes
                    + ": firstSegmentBytes=" + firstSegmentBytes);
        }
        if (maxSegmentBytes < firstSegmentBytes
                || maxSegmentBytes > LARGEST_SEGMENT
                || maxSegmentBytes % SegmentHeader.LENGTH != 0) {
            throw new IllegalArgumentException("maxSegmentBytes must be a multiple of " + SegmentHeader.LENGTH
                    + " from firstSegmentBytes to " + LARGEST_SEGMENT + ": maxSegmentBytes=" + maxSegmentBytes);
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The size of a segment by its number: it doubles from the first, up to the maximum. */
    public long segmentBytes(final long number) {
        final long doublings = Math.min(number - 1, 30);
        return Math.min(maxSegmentBytes, firstSegmentBytes << doublings);
    }

    /** Collects options; starts from the defaults. */
    public static final class Builder {
        private Compression compression = Compression.LZ4;
        private int maxBlockBytes = 1 << 20;
        private long firstSegmentBytes = 4L << 20;
        private long maxSegmentBytes = 64L << 20;
        private int keepSnapshots = 3;
        private long keepAgeNs;
        private long keepBytes;
        private boolean retainAll;
        private boolean fillAhead = true;
        private RandomGenerator random = new SecureRandom();
        private Clock clock = Clock.system();
        private @Nullable Scheduler scheduler;

        private Builder() {}

        public Builder compression(final Compression value) {
            this.compression = value;
            return this;
        }

        public Builder maxBlockBytes(final int value) {
            this.maxBlockBytes = value;
            return this;
        }

        public Builder firstSegmentBytes(final long value) {
            this.firstSegmentBytes = value;
            return this;
        }

        public Builder maxSegmentBytes(final long value) {
            this.maxSegmentBytes = value;
            return this;
        }

        public Builder keepSnapshots(final int value) {
            this.keepSnapshots = value;
            return this;
        }

        public Builder keepAgeNs(final long value) {
            this.keepAgeNs = value;
            return this;
        }

        public Builder keepBytes(final long value) {
            this.keepBytes = value;
            return this;
        }

        public Builder retainAll(final boolean value) {
            this.retainAll = value;
            return this;
        }

        public Builder fillAhead(final boolean value) {
            this.fillAhead = value;
            return this;
        }

        public Builder random(final RandomGenerator value) {
            this.random = value;
            return this;
        }

        public Builder clock(final Clock value) {
            this.clock = value;
            return this;
        }

        public Builder scheduler(final Scheduler value) {
            this.scheduler = value;
            return this;
        }

        public JournalOptions build() {
            return new JournalOptions(
                    compression,
                    maxBlockBytes,
                    firstSegmentBytes,
                    maxSegmentBytes,
                    new RetentionRules(keepSnapshots, keepAgeNs, keepBytes, retainAll),
                    fillAhead,
                    random,
                    clock,
                    scheduler == null ? Scheduler.threads(clock) : scheduler);
        }
    }
}
