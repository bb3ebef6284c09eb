package io.daybook.cluster.state;

import java.util.Arrays;

/**
 * The replies of one session that its client has not acknowledged, oldest first. Their bytes are in a ring, which
 * doubles when it is full, and is freed if it was large and has become empty.
 *
 * <p>Used by one thread.
 */
final class ReplyCache {
    /** The most requests whose replies are kept. */
    static final int MAX_REQUESTS = 4_096;

    /** Once the kept replies have this many bytes, no further one is kept; the last one may exceed it. */
    static final int MAX_BYTES = 4 << 20;

    private static final int FIRST_ENTRIES = 16;
    private static final int FIRST_BYTES = 4_096;

    private long[] firsts = new long[FIRST_ENTRIES];
    private int[] counts = new int[FIRST_ENTRIES];
    private long[] seqs = new long[FIRST_ENTRIES];
    private long[] times = new long[FIRST_ENTRIES];
    private int[] lengths = new int[FIRST_ENTRIES];
    private long[] positions = new long[FIRST_ENTRIES];
    private int head;
    private int size;
    private int requests;

    private byte[] ring = new byte[FIRST_BYTES];
    private long start;
    private long end;

    /** The number of messages with kept replies. */
    int size() {
        return size;
    }

    /** The number of requests in these messages. */
    int requests() {
        return requests;
    }

    /** Returns how many bytes are kept. */
    long bytes() {
        return end - start;
    }

    /** Keeps the reply to a message, after all others. */
    void add(
            final long first,
            final int count,
            final long firstSeq,
            final long timeNs,
            final byte[] block,
            final int length) {
        if (size == firsts.length) {
            growEntries();
        }
        makeRoom(length);
        final int at = slot(size++);
        requests += count;
        firsts[at] = first;
        counts[at] = count;
        seqs[at] = firstSeq;
        times[at] = timeNs;
        lengths[at] = length;
        positions[at] = end;
        final int offset = (int) (end & ring.length - 1);
        final int front = Math.min(length, ring.length - offset);
        System.arraycopy(block, 0, ring, offset, front);
        System.arraycopy(block, front, ring, 0, length - front);
        end += length;
    }

    /** Frees the replies to all messages whose requests are at most a number. */
    void freeUpTo(final long request) {
        while (size > 0 && firsts[head] + counts[head] - 1 <= request) {
            requests -= counts[head];
            start += lengths[head];
            head = head + 1 & firsts.length - 1;
            size--;
        }
        if (size == 0 && ring.length > MAX_BYTES) {
            ring = new byte[FIRST_BYTES];
        }
    }

    /**
     * Finds the message that has a request.
     *
     * @return its index, or −1 if no reply to it is kept
     */
    int find(final long request) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            final int middle = low + high >>> 1;
            final int at = slot(middle);
            if (request < firsts[at]) {
                high = middle - 1;
            } else if (request >= firsts[at] + counts[at]) {
                low = middle + 1;
            } else {
                return middle;
            }
        }
        return -1;
    }

    long first(final int index) {
        return firsts[slot(index)];
    }

    int count(final int index) {
        return counts[slot(index)];
    }

    long firstSeq(final int index) {
        return seqs[slot(index)];
    }

    long timeNs(final int index) {
        return times[slot(index)];
    }

    int length(final int index) {
        return lengths[slot(index)];
    }

    /** Copies the bytes of a reply, which must fit. */
    void copy(final int index, final byte[] target) {
        final int at = slot(index);
        final int offset = (int) (positions[at] & ring.length - 1);
        final int front = Math.min(lengths[at], ring.length - offset);
        System.arraycopy(ring, offset, target, 0, front);
        System.arraycopy(ring, 0, target, front, lengths[at] - front);
    }

    private int slot(final int index) {
        return head + index & firsts.length - 1;
    }

    private void makeRoom(final int length) {
        final long needed = end - start + length;
        if (needed <= ring.length) {
            return;
        }
        int capacity = ring.length;
        while (capacity < needed) {
            capacity = Math.multiplyExact(capacity, 2);
        }
        final byte[] larger = new byte[capacity];
        for (long at = start; at < end; at++) {
            larger[(int) (at & capacity - 1)] = ring[(int) (at & ring.length - 1)];
        }
        ring = larger;
    }

    private void growEntries() {
        final int grown = firsts.length * 2;
        seqs = Arrays.copyOf(unrolled(seqs), grown);
        times = Arrays.copyOf(unrolled(times), grown);
        positions = Arrays.copyOf(unrolled(positions), grown);
        counts = Arrays.copyOf(unrolled(counts), grown);
        lengths = Arrays.copyOf(unrolled(lengths), grown);
        firsts = Arrays.copyOf(unrolled(firsts), grown); // the last array, because its length determines the slots
        head = 0;
    }

    /** The values of a full array in order, from index 0 on. */
    private long[] unrolled(final long[] values) {
        final long[] inOrder = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            inOrder[i] = values[slot(i)];
        }
        return inOrder;
    }

    private int[] unrolled(final int[] values) {
        final int[] inOrder = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            inOrder[i] = values[slot(i)];
        }
        return inOrder;
    }
}
