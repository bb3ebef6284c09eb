package io.daybook.sessions.hops;

import io.daybook.api.HopRecorder;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopFile;
import io.daybook.wire.hops.HopRing;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Times every n-th command on its way through the venue. The exchange reports the times of its stages; the gateway adds
 * the times at which it reads and publishes a request, and receives and sends the result.
 *
 * <p>The gateway gets the seq of a request only with its result. Until then a table holds the times of all requests in
 * flight by their cookie. If two collide in the table, one of them is not timed. Each thread has a separate ring.
 */
public final class VenueHops implements HopRecorder {
    /** The number of timed commands that are kept; older ones are dropped. */
    private static final int ROWS = 1 << 16;

    /** The number of rows if each command is timed, so that a run of minutes can be replayed with its times. */
    private static final int ROWS_OF_ALL = 1 << 21;

    private static final int REQUESTS = 1 << 16;
    private static final int WIDTH = 3;

    /** Keeps the requests of different sessions apart: each session counts from 1. */
    private static final int SESSION_DISTANCE = 4_099;

    /** The cookie of commands that no session sent, and of empty rows. */
    private static final long NO_REQUEST = 0;

    /** The columns of a row of the table, after the cookie. */
    private static final int READ = 1;

    private static final int PUBLISHED = 2;

    private static final int T3 = 0;
    private static final int T4 = 1;
    private static final int T4J = 0;
    private static final int T1 = 0;
    private static final int T2 = 1;
    private static final int T5 = 2;
    private static final int T6 = 3;

    /** The limit of answers that are sent together and timed; further ones are not timed. */
    private static final int TOGETHER = 1 << 10;

    private final HopRing engine;
    private final HopRing journal;
    private final HopRing gateway;
    private final long[] requests;
    private final long[] sending;
    private int sendingCount;

    /**
     * Creates a recorder without times.
     *
     * @param every times each seq that is a multiple of this power of two; 0 for none
     * @throws IllegalArgumentException if it is out of range
     */
    public VenueHops(final int every) {
        engine = new HopRing(every, every == 1 ? ROWS_OF_ALL : ROWS, Hop.T3, Hop.T4);
        journal = new HopRing(every, ROWS, Hop.T4J);
        gateway = new HopRing(every, ROWS, Hop.T1, Hop.T2, Hop.T5, Hop.T6);
        requests = new long[every == 0 ? 0 : REQUESTS * WIDTH];
        sending = new long[every == 0 ? 0 : TOGETHER];
    }

    /** Returns a recorder that times nothing. */
    public static VenueHops none() {
        return new VenueHops(0);
    }

    /** Returns whether some commands are timed. */
    public boolean isOn() {
        return requests.length > 0;
    }

    // ---- the exchange --------------------------------------------------------------------------------------------

    @Override
    public long mask() {
        return engine.mask();
    }

    @Override
    public void onBegan(final long seq, final long ns) {
        engine.begin(seq);
        engine.stamp(seq, T3, ns);
    }

    @Override
    public void onSettled(final long seq, final long ns) {
        engine.stamp(seq, T4, ns);
    }

    @Override
    public void onReleased(final long seq, final long ns) {
        journal.begin(seq);
        journal.stamp(seq, T4J, ns);
    }

    // ---- the gateway's thread ------------------------------------------------------------------------------------

    private static int row(final long cookie) {
        final int place = (int) OrderNumbers.request(cookie) + OrderNumbers.session(cookie) * SESSION_DISTANCE;
        return (place & REQUESTS - 1) * WIDTH;
    }

    /** Notes the times of a request that was published. */
    public void onPublished(final long cookie, final long readNs, final long publishedNs) {
        final int row = row(cookie);
        requests[row] = cookie;
        requests[row + READ] = readNs;
        requests[row + PUBLISHED] = publishedNs;
    }

    /** Returns whether the result of a seq is timed. */
    public boolean isDue(final long seq) {
        return gateway.isDue(seq);
    }

    /** Notes the time at which the gateway received a timed result. */
    public void onHeard(final long seq, final long cookie, final long ns) {
        gateway.begin(seq);
        gateway.stamp(seq, T5, ns);
        final int row = row(cookie);
        if (cookie != NO_REQUEST && requests[row] == cookie) {
            gateway.stamp(seq, T1, requests[row + READ]);
            gateway.stamp(seq, T2, requests[row + PUBLISHED]);
        }
    }

    /** Notes that a timed answer is about to be sent. */
    public void onSending(final long seq) {
        if (sendingCount < TOGETHER) {
            sending[sendingCount++] = seq;
        }
    }

    /** Returns whether timed answers are about to be sent, so that {@link #onSent} must be called. */
    public boolean isSending() {
        return sendingCount > 0;
    }

    /** Notes the time at which the answers were sent. */
    public void onSent(final long ns) {
        for (int i = 0; i < sendingCount; i++) {
            gateway.stamp(sending[i], T6, ns);
        }
        sendingCount = 0;
    }

    // ---- any thread ----------------------------------------------------------------------------------------------

    /**
     * Reads the times of a seq that are available so far. Any thread.
     *
     * @param byCode receives the times, indexed by the codes of their hops; {@link HopRing#NO_TIME} for none
     * @return whether the engine's times of this seq are still stored
     */
    public boolean read(final long seq, final long[] byCode) {
        final boolean isThere = engine.read(seq, byCode);
        final boolean unusedJournal = journal.read(seq, byCode);
        final boolean unusedGateway = gateway.read(seq, byCode);
        return isThere;
    }

    // ---- the end -------------------------------------------------------------------------------------------------

    /** Writes the times into a folder, once exchange and gateway have ended. Writes nothing if nothing was timed. */
    public void write(final Path folder) throws IOException {
        if (isOn()) {
            HopFile.write(folder.resolve("engine" + HopFile.SUFFIX), engine);
            HopFile.write(folder.resolve("journal" + HopFile.SUFFIX), journal);
            HopFile.write(folder.resolve("gateway" + HopFile.SUFFIX), gateway);
        }
    }
}
