package io.daybook.client;

import io.daybook.client.feed.GroupRecorder;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import io.daybook.wire.hops.HopRing;
import java.io.IOException;
import java.nio.file.Path;

/** Times every n-th command on its way through a subscriber. Used by the subscriber's thread. */
final class SubscriberHops implements GroupRecorder {
    private static final int ROWS = 1 << 16;

    /** The columns of the ring. */
    private static final int T7M = 0;

    private static final int T8M = 1;
    private static final int T9M = 2;

    private final Path file;
    private final HopRing ring;
    private long readNs;

    /**
     * Creates a ring without times.
     *
     * @param file the file to which the times are written at the end
     * @param every the interval of timed seqs, as in {@link HopRing}
     */
    SubscriberHops(final Path file, final int every) {
        this.file = file;
        this.ring = new HopRing(every, ROWS, Hop.T7M, Hop.T8M, Hop.T9M);
    }

    /** Called when a packet, or bytes of the stream, were read. */
    void read(final long ns) {
        readNs = ns;
    }

    @Override
    public long mask() {
        return ring.mask();
    }

    @Override
    public void onDecoded(final long seq) {
        ring.begin(seq);
        ring.stamp(seq, T7M, readNs);
        ring.stamp(seq, T8M, System.nanoTime());
    }

    @Override
    public void onTold(final long seq) {
        ring.stamp(seq, T9M, System.nanoTime());
    }

    /** Writes the file. */
    void close() throws IOException {
        HopFile.write(file, ring);
    }
}
