package io.daybook.feed.wire;

import io.daybook.client.feed.SnapshotWriter;
import io.daybook.wire.feed.MoldPacket;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends the snapshots of a channel's symbols, one after the other, evenly over the time of a cycle. The book of a
 * symbol is copied at once, so that the snapshot shows a single moment, and is sent in bursts that fit into a
 * receiver's buffer. Used by one thread.
 */
final class SnapshotCycle {
    /** The number of packets that are sent at once, as a burst; the next burst follows {@link #BURST_NS} later. */
    private static final int BURST_PACKETS = 32;

    private static final long BURST_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * The number of message numbers per millisecond. Numbers begin after those of any process that sent snapshots
     * before.
     */
    private static final int NUMBERS_PER_MS = 1 << 16;

    private final int channel;
    private final BookSource books;
    private final ChannelPacker packer;
    private final @Nullable SentSnapshots memory;
    private final SnapshotWriter writer;
    private final WireCounters counters;
    private final int packetBytes;
    private final long cycleNs;
    private int next;
    private int sent;
    private long number;
    private long dueNs;
    private long burstNs;

    /** @param memory stores sent messages, for requests; null if no requests are taken */
    SnapshotCycle(
            final int channel,
            final BookSource books,
            final ChannelPacker packer,
            final @Nullable SentSnapshots memory,
            final WireCounters counters,
            final int packetBytes,
            final long cycleNs,
            final long wallMs,
            final long nowNs) {
        this.channel = channel;
        this.books = books;
        this.packer = packer;
        this.memory = memory;
        this.counters = counters;
        this.packetBytes = packetBytes;
        this.cycleNs = cycleNs;
        writer = new SnapshotWriter();
        begin(wallMs, nowNs);
    }

    /** Begins again, after the numbers of any other process that sent snapshots meanwhile. */
    void begin(final long wallMs, final long nowNs) {
        number = Math.max(number, wallMs * NUMBERS_PER_MS + 1);
        sent = writer.length();
        dueNs = nowNs;
        burstNs = nowNs;
    }

    /** Sends the packets that are due. */
    void duty(final long nowNs) {
        if (sent < writer.length()) {
            burst(nowNs);
            return;
        }
        final int symbols = books.symbols(channel);
        if (symbols == 0 || nowNs - dueNs < 0) {
            return;
        }
        dueNs = Math.max(dueNs + cycleNs / symbols, nowNs);
        books.write(channel, next < symbols ? next : 0, writer);
        next = next + 1 < symbols ? next + 1 : 0;
        sent = 0;
        counters.snapshot();
        burst(nowNs);
    }

    private void burst(final long nowNs) {
        if (nowNs - burstNs < 0) {
            return;
        }
        burstNs = nowNs + BURST_NS;
        final int end = (int) Math.min(writer.length(), sent + (long) BURST_PACKETS * packetBytes);
        final byte[] bytes = writer.bytes();
        while (sent < end) {
            final int length = MoldPacket.messageLength(bytes, sent);
            if (memory != null) {
                memory.put(number, bytes, sent + MoldPacket.MESSAGE_HEADER_LENGTH, length);
            }
            packer.add(number++, bytes, sent + MoldPacket.MESSAGE_HEADER_LENGTH, length, nowNs);
            sent += MoldPacket.MESSAGE_HEADER_LENGTH + length;
        }
        packer.flush(nowNs);
    }
}
