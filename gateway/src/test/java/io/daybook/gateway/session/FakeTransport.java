package io.daybook.gateway.session;

import io.daybook.sessions.outbox.Transport;
import java.util.ArrayDeque;
import java.util.Deque;

/** A socket without a network: sent frames wait until a test lets them through. */
final class FakeTransport implements Transport {
    private final Deque<byte[]> queued = new ArrayDeque<>();
    private long unsent;
    private long sent;
    private boolean isReading = true;
    private boolean isClosed;
    private boolean isBroken;

    /** Throws at every send from now on. */
    void breakDown() {
        isBroken = true;
    }

    @Override
    public void send(final byte[] bytes, final int offset, final int length) {
        if (isBroken) {
            throw new IllegalStateException("broken");
        }
        final byte[] copy = new byte[length];
        System.arraycopy(bytes, offset, copy, 0, length);
        queued.add(copy);
        unsent += length;
    }

    @Override
    public void flush() {}

    @Override
    public long unsent() {
        return unsent;
    }

    @Override
    public long sent() {
        return sent;
    }

    @Override
    public void reading(final boolean wanted) {
        isReading = wanted;
    }

    @Override
    public void close() {
        isClosed = true;
    }

    boolean isReading() {
        return isReading;
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Lets the next frame arrive at the client; returns null if none is under way. */
    byte[] arrive() {
        final byte[] frame = queued.poll();
        if (frame != null) {
            unsent -= frame.length;
            sent += frame.length;
        }
        return frame;
    }

    int underWay() {
        return queued.size();
    }
}
