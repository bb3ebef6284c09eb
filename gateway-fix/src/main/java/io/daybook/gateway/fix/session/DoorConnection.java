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
 * A connection from its accept on. Until its Logon is admitted, none of its input reaches QuickFIX/J, which would let
 * strangers move the numbers of a session. The layer's state is used under the layer's lock.
 */
public final class DoorConnection extends SessionConnection {
    /** The most bytes that may come with and after a Logon before reading stops. */
    private static final int MAX_HELD = 64;

    private static final int MAX_HELD_BYTES = 128 << 10;
    private static final long MS = 1_000_000L;

    /** The reason to end a connection on which more came. */
    static final String TOO_EARLY = "TOO_EARLY";

    /** The reason to end a connection on which a second Logon came. */
    public static final String SECOND_LOGON = "SECOND_LOGON";

    /** The state of its login. */
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

    /** From the Logon: whether the numbers begin anew, and whether that is journaled. */
    boolean resets;

    boolean isResetSent;

    /** Whether its session was opened for it; by which number its LOGON is known, and whether that came back. */
    boolean isOpened;

    long logonNumber;
    boolean isLogonSeen;

    /** Whether the users of its drop copies were checked. */
    boolean saysDropCopies;

    /** Whether it ends as soon as a Logout of ours was sent. */
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

    /** Whether this side has ended it; {@link FixLayer#closed} follows. */
    boolean isEnding() {
        return io.isClosing();
    }

    /**
     * A message came.
     *
     * @return whether QuickFIX/J gets it
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

    /** The first message, or null. */
    synchronized @Nullable String first() {
        return held.isEmpty() ? null : held.get(0);
    }

    /**
     * Hands over the held input, the Logon without its secret, and all later input. The connection ends if QuickFIX/J
     * does not bind it to the admitted session, and at a second Logon.
     */
    synchronized void through() {
        if (isOver) {
            return; // QuickFIX/J would not get the end, and would hold the session for it
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

    /** It has ended: QuickFIX/J gets that next, and nothing else. Waits for a message that is being handed over. */
    public synchronized void over() {
        isOver = true;
    }

    private boolean isBound() {
        final FixSession own = session;
        return own != null
                && io.getAttribute(SessionConnector.QF_SESSION) instanceof Session bound
                && bound.getSessionID().equals(own.id());
    }

    /** No more is read until the login is through. Called by the thread that reads. */
    void pause() {
        io.suspendRead();
    }

    /**
     * Handles that data was sent: reading continues if the login is complete, and waits for it during the handover.
     * Called by the reading thread only: MINA changes the interest of a selection key without a lock, so a change by
     * another thread is lost now and then, and with it all later input of the client.
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
            close("SLOW"); // answers to its requests, which no outbox holds back
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

    /** It is about to end: an unfinished login stops. */
    void giveUp() {
        if (state != State.THROUGH) {
            state = State.ENDED;
        }
    }

    /** Ends it at once. */
    public void close(final String reason) {
        endReason = reason;
        io.closeNow();
    }

    /** Ends it when what is queued was sent. */
    void closeWhenSent(final String reason) {
        endReason = reason;
        io.closeOnFlush();
    }
}
