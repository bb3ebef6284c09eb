package io.daybook.gateway.fix;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.mina.core.filterchain.IoFilter.NextFilter;
import org.apache.mina.core.session.IoSession;
import org.jspecify.annotations.Nullable;

/**
 * A connection from its accept on. Until its Logon is admitted nothing of it reaches QuickFIX/J, which would let
 * strangers move the numbers of a session. What the layer keeps is used under the layer's lock.
 */
final class DoorConnection {
    /** So many messages may come behind a Logon that was not answered. */
    private static final int MAX_HELD = 64;

    /** How far its login is. */
    enum State {
        /** Nothing came. */
        NEW,
        /** A Logon came. */
        ARRIVED,
        /** It is admitted, and its LOGON is to be journaled. */
        ADMITTED,
        /** Its LOGON is on its way. */
        JOURNALED,
        /** QuickFIX/J has it. */
        THROUGH,
        /** Over. */
        ENDED
    }

    private final IoSession io;
    private final InetAddress address;
    private final NextFilter next;
    private final List<String> held = new ArrayList<>();
    private boolean isThrough;

    final long acceptedNs;
    long progressNs;
    long progressBytes;
    State state = State.NEW;
    boolean isCounted;
    String logon = "";
    String endReason = "DISCONNECTED";

    @Nullable
    FixSession session;

    /** Of the Logon: whether the numbers begin anew, and whether the journal was told. */
    boolean resets;

    boolean isResetSent;

    DoorConnection(final IoSession io, final InetAddress address, final NextFilter next, final long nowNs) {
        this.io = io;
        this.address = address;
        this.next = next;
        this.acceptedNs = nowNs;
        this.progressNs = nowNs;
    }

    InetAddress address() {
        return address;
    }

    /**
     * A message came.
     *
     * @return whether it goes on to QuickFIX/J
     */
    synchronized boolean passes(final String message) {
        if (isThrough) {
            return true;
        }
        if (held.size() < MAX_HELD) {
            held.add(message);
        } else {
            io.closeNow();
        }
        return false;
    }

    /** The first message, or null. */
    synchronized @Nullable String first() {
        return held.isEmpty() ? null : held.get(0);
    }

    /** Hands over what was held, the Logon without its secret, and all that comes from now on. */
    void through() {
        synchronized (this) {
            held.set(0, LogonText.withoutSecret(held.get(0)));
            for (final String message : held) {
                next.messageReceived(io, message);
            }
            held.clear();
            isThrough = true;
        }
        io.resumeRead();
    }

    /** No more is read until the login is through. */
    void pause() {
        io.suspendRead();
    }

    long unsentBytes() {
        return io.getScheduledWriteBytes();
    }

    long writtenBytes() {
        return io.getWrittenBytes();
    }

    /** Ends it at once. */
    void close(final String reason) {
        endReason = reason;
        io.closeNow();
    }

    /** Ends it when what is queued was sent. */
    void closeWhenSent(final String reason) {
        endReason = reason;
        io.closeOnFlush();
    }
}
