package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.message.LogonText;
import io.daybook.sessions.SessionConnection;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.outbox.SessionStream;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.mina.core.filterchain.IoFilter.NextFilter;
import org.apache.mina.core.session.IoSession;
import org.jspecify.annotations.Nullable;
import quickfix.Session;
import quickfix.mina.SessionConnector;

/**
 * A connection from its accept on. Until its Logon is admitted, none of its input reaches QuickFIX/J, because
 * QuickFIX/J would let strangers change the numbers of a session. Fields of the layer are used under the layer's lock.
 */
public final class DoorConnection extends SessionConnection {
    /** The most bytes that may come with and after a Logon before reading stops. */
    private static final int MAX_HELD = 64;

    private static final int MAX_HELD_BYTES = 128 << 10;
    private static final long MS = 1_000_000L;

    /** The reason to end a connection on which more bytes or messages came. */
    static final String TOO_EARLY = "TOO_EARLY";

    /** The reason to end a connection on which a second Logon came. */
    public static final String SECOND_LOGON = "SECOND_LOGON";

    /** The state of the connection's login. */
    enum State {
        /** No message came yet. */
        NEW,
        /** The first message came. */
        ARRIVED,
        /** The Logon is admitted, and its LOGON is to be journaled. */
        ADMITTED,
        /** The LOGON was sent to the journal. */
        JOURNALED,
        /** QuickFIX/J gets all input. */
        THROUGH,
        /** The login has failed, or the connection has ended. */
        ENDED
    }

    private final IoSession io;
    private final NextFilter next;
    private final SessionLimits limits;
    private final List<String> held = new ArrayList<>();
    private int heldBytes;
    private boolean isThrough;
    private boolean isOver;

    final long acceptedNs;
    long progressNs;
    long progressBytes;
    State state = State.NEW;
    String endReason = "DISCONNECTED";

    @Nullable
    FixSession session;

    /** True if the Logon lets the numbers begin anew. */
    boolean resets;

    /** True once the command that lets the numbers begin anew was sent. */
    boolean isResetSent;

    /** True if the session was opened for the Logon. */
    boolean isOpened;

    /** The number of this connection's LOGON. */
    long logonNumber;

    /** True once that LOGON came back. */
    boolean isLogonSeen;

    /** True if the users of the session's drop copies were checked. */
    boolean saysDropCopies;

    /** True if the connection ends as soon as a Logout of this side was sent. */
    boolean isLeaving;

    DoorConnection(
            final IoSession io,
            final InetAddress address,
            final NextFilter next,
            final SessionLimits limits,
            final long nowNs) {
        super(address);
        this.io = io;
        this.next = next;
        this.limits = limits;
        this.acceptedNs = nowNs;
        this.progressNs = nowNs;
    }

    /** Returns whether this side has ended the connection; {@link FixLayer#closed} follows. */
    boolean isEnding() {
        return io.isClosing();
    }

    /**
     * Handles a message that came: holds it until the login is through.
     *
     * @return whether QuickFIX/J gets the message
     */
    public synchronized boolean passes(final String message) {
        if (isThrough) {
            return true;
        }
        heldBytes += message.length();
        if (held.size() < MAX_HELD && heldBytes <= MAX_HELD_BYTES) {
            held.add(message);
        } else {
            close(TOO_EARLY);
        }
        return false;
    }

    /** The first message, or null if none came. */
    synchronized @Nullable String first() {
        return held.isEmpty() ? null : held.get(0);
    }

    /**
     * Hands over the held input, the Logon without its secret, and all later input. The connection ends if QuickFIX/J
     * does not bind it to the admitted session, and at a second Logon.
     */
    synchronized void through() {
        if (isOver) {
            return; // QuickFIX/J would not get the end, and would keep the session bound to this connection
        }
        held.set(0, LogonText.withoutSecret(held.get(0)));
        for (int i = 0; i < held.size(); i++) {
            if (i > 0 && LogonText.mayBeLogon(held.get(i))) {
                close(SECOND_LOGON);
                return;
            }
            next.messageReceived(io, held.get(i));
            if (!isBound()) {
                close("LOGIN_REFUSED");
                return;
            }
        }
        held.clear();
        isThrough = true;
    }

    /**
     * Marks the end: QuickFIX/J gets nothing but the end from now on. Waits for a message that is being handed over.
     */
    public synchronized void over() {
        isOver = true;
    }

    private boolean isBound() {
        final FixSession own = session;
        return own != null
                && io.getAttribute(SessionConnector.QF_SESSION) instanceof Session bound
                && bound.getSessionID().equals(own.id());
    }

    /** Stops reading until the login is through. Called by the thread that reads. */
    void pause() {
        io.suspendRead();
    }

    /**
     * Called when data was sent: continues reading if the login is through, and waits for a handover in progress. Only
     * the reading thread calls this: MINA changes the interest of a selection key without a lock, so a change by
     * another thread is sometimes lost, and with it all later input of the client.
     */
    public synchronized void sent() {
        if (isThrough && io.isReadSuspended()) {
            io.resumeRead();
        }
    }

    @Override
    public long unsentBytes() {
        return io.getScheduledWriteBytes();
    }

    long writtenBytes() {
        return io.getWrittenBytes();
    }

    @Override
    protected void onLogon(final SessionStream stream, final long number) {
        isLogonSeen |= state == State.JOURNALED && logonNumber == number;
    }

    @Override
    protected void onEnd() {}

    @Override
    protected void tick(final long nowNs, final long readNs) {
        if (state == State.THROUGH) {
            watchReading(nowNs);
            return;
        }
        final boolean isNew = state == State.NEW;
        final long patienceMs = isNew ? limits.loginMs() : limits.stuckMs();
        if (nowNs - acceptedNs > patienceMs * MS) {
            close(isNew ? "NOT_LOGGED_IN" : "BUSY");
        }
    }

    private void watchReading(final long nowNs) {
        if (unsentBytes() > limits.behindBytes()) {
            close("SLOW"); // answers to requests pile up, because no outbox holds them back
            return;
        }
        final long written = writtenBytes();
        if (written != progressBytes || unsentBytes() == 0) {
            progressBytes = written;
            progressNs = nowNs;
        } else if (nowNs - progressNs > limits.stuckMs() * MS) {
            close("SLOW");
        }
    }

    /** Sends a message without QuickFIX/J, and ends the connection. */
    void leaveWith(final String message, final String reason) {
        io.write(message);
        closeWhenSent(reason);
    }

    /** Stops an unfinished login, because the connection is about to end. */
    void giveUp() {
        if (state != State.THROUGH) {
            state = State.ENDED;
        }
    }

    /** Ends the connection at once. */
    public void close(final String reason) {
        endReason = reason;
        io.closeNow();
    }

    /** Ends the connection once the queued messages were sent. */
    void closeWhenSent(final String reason) {
        endReason = reason;
        io.closeOnFlush();
    }
}
