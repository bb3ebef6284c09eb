package io.daybook.client;

import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import io.daybook.wire.hops.HopRing;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Times every n-th command on its way through the client. The seq, which decides whether a command is timed, arrives
 * only with its answer: until then the times of all requests in flight are in a separate table.
 *
 * <p>{@link #decided} is called with the outbound's lock held; the I/O thread calls all other methods.
 */
final class ClientHops {
    private static final int ROWS = 1 << 16;
    private static final int MAX_REQUESTS = 1 << 16;
    private static final int WIDTH = 4;

    /** The column of the table for the time at which a request got its number; the request is in column 0. */
    private static final int DECIDED = 1;

    /** The column for the time at which the I/O thread took the request. */
    private static final int TAKEN = 2;

    /** The column for the time at which the socket had taken the request. */
    private static final int WRITTEN = 3;

    /** The column of the ring for T10; the other hops follow. */
    private static final int T10 = 0;

    private static final int T11 = 1;
    private static final int T12 = 2;
    private static final int T7 = 3;
    private static final int T8 = 4;
    private static final int T9 = 5;

    private final Path file;
    private final HopRing ring;
    private final long[] requests;
    private final int requestMask;
    private long lastTaken;
    private long lastWritten;
    private long readNs;

    /**
     * Creates a ring without times.
     *
     * @param file the file to which the times are written at the end
     * @param every the interval of timed seqs, as in {@link HopRing}
     * @param maxInFlight the least number of requests whose times are kept, up to 65,536
     */
    ClientHops(final Path file, final int every, final int maxInFlight) {
        this.file = file;
        this.ring = new HopRing(every, ROWS, Hop.T10, Hop.T11, Hop.T12, Hop.T7, Hop.T8, Hop.T9);
        final int capacity = Integer.highestOneBit(Math.min(maxInFlight, MAX_REQUESTS / 2)) << 1;
        this.requests = new long[capacity * WIDTH];
        this.requestMask = capacity - 1;
    }

    private int row(final long request) {
        return ((int) request & requestMask) * WIDTH;
    }

    /** Called when a request has its number. */
    void decided(final long request) {
        final int row = row(request);
        requests[row] = request;
        requests[row + DECIDED] = System.nanoTime();
    }

    /** Called when a connection is welcomed; requests with higher numbers are not in flight any more. */
    void opened(final long lastRequest) {
        lastTaken = lastRequest;
        lastWritten = lastRequest;
    }

    /** Called when the bytes of all requests up to this one were taken. The outbound's lock is held. */
    void taken(final long lastRequest) {
        if (lastTaken < lastRequest) {
            final long ns = System.nanoTime();
            for (long request = lastTaken + 1; request <= lastRequest; request++) {
                put(request, TAKEN, ns);
            }
            lastTaken = lastRequest;
        }
    }

    /** Called when all bytes that were taken are written. */
    void written(final long ns) {
        for (long request = lastWritten + 1; request <= lastTaken; request++) {
            put(request, WRITTEN, ns);
        }
        lastWritten = lastTaken;
    }

    private void put(final long request, final int column, final long ns) {
        final int row = row(request);
        if (requests[row] == request) {
            requests[row + column] = ns;
        }
    }

    /** Called when bytes were read. */
    void read(final long ns) {
        readNs = ns;
    }

    /** Called when an answer was decoded. Answers to requests of an earlier program are not timed. */
    void decoded(final long seq, final long request) {
        final int row = row(request);
        if (ring.isDue(seq) && requests[row] == request && request <= lastWritten) {
            ring.begin(seq);
            ring.stamp(seq, T10, requests[row + DECIDED]);
            ring.stamp(seq, T11, requests[row + TAKEN]);
            ring.stamp(seq, T12, requests[row + WRITTEN]);
            ring.stamp(seq, T7, readNs);
            ring.stamp(seq, T8, System.nanoTime());
        }
    }

    /** Called before the listener is called. */
    void told(final long seq) {
        if (ring.isDue(seq)) {
            ring.stamp(seq, T9, System.nanoTime());
        }
    }

    /** Writes the file. */
    void close() throws IOException {
        HopFile.write(file, ring);
    }
}
