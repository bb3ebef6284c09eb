package io.daybook.sessions;

import io.daybook.sessions.outbox.SessionStream;
import java.net.InetAddress;

/** A client's connection to a door, for the session layer. Used under the layer's lock. */
public abstract class SessionConnection {
    static final int GONE = -1;

    private final InetAddress address;

    /** The index in the list of connections; {@link #GONE} once the connection has ended. */
    int index;

    private boolean isUp;

    /** Creates a connection that was accepted and has not logged in. */
    protected SessionConnection(final InetAddress address) {
        this.address = address;
    }

    /** The address of the client. */
    public final InetAddress address() {
        return address;
    }

    /** Returns whether the login is done, so that the connection counts as up. */
    public final boolean isUp() {
        return isUp;
    }

    final void up() {
        isUp = true;
    }

    /** The number of bytes that the network has not taken yet. */
    public abstract long unsentBytes();

    /**
     * Checks the deadlines of the connection.
     *
     * @param readNs the time up to which input was read; later input may still be in a socket if the door's thread was
     *     held up
     */
    protected abstract void tick(long nowNs, long readNs);

    /**
     * Called when a LOGON of the session came back: all requests before it have their results.
     *
     * @param number the number of the LOGON, to be compared with {@link LiveSession#logonSent}
     */
    protected abstract void onLogon(SessionStream session, long number);

    /** Called when an END of the session came back. */
    protected abstract void onEnd();
}
