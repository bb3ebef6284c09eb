package io.daybook.perf.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * A sequence of commands as {@link CommandRecord}s in chunks of fixed capacity.
 *
 * <p>A feeder walks it chunk by chunk without a call per field that cannot be inlined:
 *
 * <pre>{@code
 * for (int c = 0; c < stream.chunkCount(); c++) {
 *     final long[] chunk = stream.chunk(c);
 *     final int length = stream.chunkLength(c);
 *     for (int at = 0; at < length; at += CommandRecord.STRIDE) {
 *         // CommandRecord.type(chunk, at), CommandRecord.symbol(chunk, at), ...
 *     }
 * }
 * }</pre>
 *
 * <p>The generator is the only writer; once handed out, a stream does not change and any thread may read it. The chunks
 * are the stream's own arrays, not copies: readers must leave them as they are.
 */
public final class CommandStream {
    /** Commands in a full chunk: 2 MiB of records. */
    public static final int CHUNK_COMMANDS = 1 << 16;

    private static final int CHUNK_SHIFT = 16;
    private static final int CHUNK_WORDS = CHUNK_COMMANDS * CommandRecord.STRIDE;

    private final List<long[]> chunks = new ArrayList<>();
    private final int capacity;
    private int size;

    /**
     * A stream with room for {@code capacity} commands, written by {@code append…}; chunks are created as they are
     * needed.
     */
    CommandStream(final int capacity) {
        this.capacity = capacity;
    }

    /** The number of commands. */
    public int size() {
        return size;
    }

    /** The number of chunks; all but the last are full. */
    public int chunkCount() {
        return chunks.size();
    }

    /** The records of chunk {@code index}, from 0. */
    public long[] chunk(final int index) {
        return chunks.get(index);
    }

    /** The longs of chunk {@code index} that hold records: a multiple of {@link CommandRecord#STRIDE}. */
    public int chunkLength(final int index) {
        final int before = index << CHUNK_SHIFT;
        return Math.min(CHUNK_COMMANDS, size - before) * CommandRecord.STRIDE;
    }

    /** The chunk in which command {@code index} (from 0) lies. */
    public long[] chunkOf(final int index) {
        return chunks.get(index >> CHUNK_SHIFT);
    }

    /** The offset of command {@code index} (from 0) in {@link #chunkOf}. */
    public int offsetOf(final int index) {
        return (index & (CHUNK_COMMANDS - 1)) * CommandRecord.STRIDE;
    }

    /** A copy of the commands from one index (from 0) to before another. */
    public CommandStream part(final int from, final int to) {
        final CommandStream part = new CommandStream(to - from);
        for (int i = from; i < to; i++) {
            final int offset = part.claim();
            System.arraycopy(chunkOf(i), offsetOf(i), part.lastChunk(), offset, CommandRecord.STRIDE);
        }
        return part;
    }

    /** A 64-bit checksum over every word of every record, in order. */
    public long checksum() {
        return checksum(size);
    }

    /** Continues a checksum from {@code start}, so that several streams can share a checksum. */
    long checksum(final long start) {
        long hash = start;
        for (int c = 0; c < chunkCount(); c++) {
            final long[] chunk = chunk(c);
            final int length = chunkLength(c);
            for (int at = 0; at < length; at++) {
                hash = SplitMix64.mix(hash ^ chunk[at]);
            }
        }
        return hash;
    }

    void appendPlace(
            final int symbol,
            final int orderType,
            final int side,
            final long uid,
            final long orderId,
            final long price,
            final long reservePrice,
            final long size) {
        final int offset = claim();
        CommandRecord.encodePlace(
                lastChunk(), offset, symbol, orderType, side, uid, orderId, price, reservePrice, size);
    }

    void appendMove(final int symbol, final long uid, final long orderId, final long price) {
        final int offset = claim();
        CommandRecord.encodeMove(lastChunk(), offset, symbol, uid, orderId, price);
    }

    void appendReduce(final int symbol, final long uid, final long orderId, final long size) {
        final int offset = claim();
        CommandRecord.encodeReduce(lastChunk(), offset, symbol, uid, orderId, size);
    }

    void appendReplace(final int symbol, final long uid, final long orderId, final long price, final long size) {
        final int offset = claim();
        CommandRecord.encodeReplace(lastChunk(), offset, symbol, uid, orderId, price, size);
    }

    void appendCancel(final int symbol, final long uid, final long orderId) {
        final int offset = claim();
        CommandRecord.encodeCancel(lastChunk(), offset, symbol, uid, orderId);
    }

    private int claim() {
        final int offset = offsetOf(size);
        if (offset == 0) {
            chunks.add(new long[(int) Math.min(CHUNK_WORDS, (long) (capacity - size) * CommandRecord.STRIDE)]);
        }
        size++;
        return offset;
    }

    private long[] lastChunk() {
        return chunks.get(chunks.size() - 1);
    }
}
