package io.daybook.journal;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A piece of a replay on its way from the thread that reads to the one that applies: blocks, marks, and perhaps the end. */
final class ReplayStretch {
    private static final int FULL_BYTES = 128 << 10;
    private static final int FULL_ENTRIES = 1024;

    // an entry: seq, count, timestamp or hash, codec version, length
    private static final int ENTRY = 5;
    private static final int MARK = 0;

    private final long[] entries = new long[FULL_ENTRIES * ENTRY];
    private byte[] bytes = new byte[FULL_BYTES];
    private int entryCount;
    private int length;
    private boolean last;
    private long lastSeq;
    private @Nullable Throwable failure;

    /** Whether another must be begun for more. */
    boolean isFull() {
        return length >= FULL_BYTES || entryCount == FULL_ENTRIES;
    }

    void clear() {
        entryCount = 0;
        length = 0;
    }

    void addBlock(
            long firstSeq,
            int count,
            long firstTimestampNs,
            int codecVersion,
            byte[] block,
            int offset,
            int blockLength) {
        if (bytes.length - length < blockLength) {
            bytes = Arrays.copyOf(bytes, length + blockLength + FULL_BYTES);
        }
        System.arraycopy(block, offset, bytes, length, blockLength);
        length += blockLength;
        add(firstSeq, count, firstTimestampNs, codecVersion, blockLength);
    }

    void addMark(long seq, long stateHash) {
        add(seq, MARK, stateHash, 0, 0);
    }

    private void add(long seq, int count, long timestampOrHash, int codecVersion, int blockLength) {
        final int at = entryCount * ENTRY;
        entries[at] = seq;
        entries[at + 1] = count;
        entries[at + 2] = timestampOrHash;
        entries[at + 3] = codecVersion;
        entries[at + 4] = blockLength;
        entryCount++;
    }

    /** Nothing comes behind this one. */
    void end(long seq, @Nullable Throwable reason) {
        last = true;
        lastSeq = seq;
        failure = reason;
    }

    boolean isLast() {
        return last;
    }

    /** What the reading ended with. */
    long result() throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        return lastSeq;
    }

    void deliver(ReplayConsumer consumer) {
        int offset = 0;
        for (int i = 0; i < entryCount; i++) {
            final int at = i * ENTRY;
            final int count = (int) entries[at + 1];
            if (count == MARK) {
                consumer.onSnapshotMark(entries[at], entries[at + 2]);
            } else {
                final int blockLength = (int) entries[at + 4];
                consumer.onBlock(
                        entries[at], count, entries[at + 2], (int) entries[at + 3], bytes, offset, blockLength);
                offset += blockLength;
            }
        }
    }
}
