package io.daybook.perf.tcp;

import io.daybook.wire.ByeDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.PlaceDescriptor;
import io.daybook.wire.Templates;
import io.daybook.wire.WelcomeDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Badly behaved clients, on one thread that serves them once a millisecond: one that sends orders and reads nothing,
 * one that sends at twenty times its rate, one that is silent, and some that never log in. A client that the venue
 * disconnects reconnects at once.
 */
final class BadNeighbours implements AutoCloseable {
    private static final long PAUSE_NS = 1_000_000;
    private static final int ORDERS_A_STEP = 20;
    private static final int HALF_OPEN = 8;
    private static final int HEARTBEAT_MS = 1_000;
    private static final int LONG_HEARTBEAT_MS = 60_000;
    private static final int BID = 1;
    private static final int IOC = 2;

    private final int port;
    private final String secret;
    private final List<Bad> all = new ArrayList<>();
    private final Map<Manner, Integer> sentAway = new EnumMap<>(Manner.class);
    private final Thread thread = new Thread(this::run, "bad-neighbours");
    private volatile boolean isEnding;
    private volatile @Nullable Throwable failure;

    /** The behaviour of a client. */
    enum Manner {
        READS_NOTHING,
        FLOODS,
        IS_SILENT,
        IS_HALF_OPEN
    }

    /**
     * Creates the clients, which do not connect yet.
     *
     * @param firstSession the first of the three sessions that log in; its rate is very high, the rates of the other
     *     two are limited
     */
    BadNeighbours(final int port, final String secret, final int firstSession) {
        this.port = port;
        this.secret = secret;
        all.add(new Bad(Manner.READS_NOTHING, firstSession));
        all.add(new Bad(Manner.FLOODS, firstSession + 1));
        all.add(new Bad(Manner.IS_SILENT, firstSession + 2));
        for (int i = 0; i < HALF_OPEN; i++) {
            all.add(new Bad(Manner.IS_HALF_OPEN, 0));
        }
    }

    void start() {
        thread.start();
    }

    /** The number of connections that the venue has ended, by behaviour. Called after {@link #close}. */
    Map<Manner, Integer> sentAway() {
        return sentAway;
    }

    /** Ends all clients, and throws an earlier failure, if there was one. */
    @Override
    public void close() throws IOException {
        isEnding = true;
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (final Bad bad : all) {
            bad.close();
        }
        final Throwable found = failure;
        if (found != null) {
            throw new IllegalStateException("the bad clients failed", found);
        }
    }

    private void run() {
        try {
            while (!isEnding) {
                for (final Bad bad : all) {
                    bad.step();
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        } catch (final Throwable t) { // this is the root of the thread
            failure = t;
        }
    }

    /** One bad client, over all its connections. */
    private final class Bad {
        private final Manner manner;
        private final int session;
        private @Nullable Link link;

        private Bad(final Manner manner, final int session) {
            this.manner = manner;
            this.session = session;
        }

        private void step() throws IOException {
            Link own = link;
            if (own == null) {
                own = new Link(port, session, manner);
                link = own;
            }
            try {
                own.step();
            } catch (final IOException e) {
                sentAway.merge(manner, 1, Integer::sum);
                own.close();
                link = null;
            }
        }

        private void close() throws IOException {
            final Link own = link;
            if (own != null) {
                own.close();
            }
        }
    }

    /** One connection of a bad client. */
    private final class Link extends PolledConnection {
        private final Manner manner;
        private final byte[] out = new byte[BUFFER];
        private final ByteBuffer outBuffer = ByteBuffer.allocateDirect(BUFFER).limit(0);
        private boolean isWelcome;
        private long next;

        Link(final int port, final int session, final Manner manner) throws IOException {
            super(port, session);
            this.manner = manner;
            final int heartbeatMs = manner == Manner.IS_SILENT ? HEARTBEAT_MS : LONG_HEARTBEAT_MS;
            put(
                    manner == Manner.IS_HALF_OPEN
                            ? 1
                            : LoginDescriptor.encode(out, 0, session, heartbeatMs, 0, secret, "bad"));
        }

        private void put(final int length) {
            outBuffer.clear();
            put(outBuffer.put(out, 0, length).flip());
        }

        void step() throws IOException {
            final boolean sends = manner == Manner.READS_NOTHING || manner == Manner.FLOODS;
            if (isWelcome && sends && !hasUnsent()) {
                int length = 0;
                for (int i = 0; i < ORDERS_A_STEP; i++) {
                    length += PlaceDescriptor.encode(
                            out, length, next++, session(), LocalVenue.SYMBOL, BID, IOC, 1, 1, 0);
                }
                put(length);
            }
            write();
            if (!isWelcome || manner != Manner.READS_NOTHING) {
                read();
            }
        }

        @Override
        int scan(final byte[] bytes, final int offset, final int available) {
            return Frame.scan(bytes, offset, available);
        }

        @Override
        void take(final byte[] in, final int offset, final int length) throws IOException {
            final int template = Frame.template(in, offset);
            if (template == Templates.WELCOME) {
                isWelcome = true;
                next = WelcomeDescriptor.lastRequest(in, offset) + 1;
            } else if (template == Templates.BYE) {
                throw new IOException(ByeDescriptor.text(in, offset));
            }
        }
    }
}
