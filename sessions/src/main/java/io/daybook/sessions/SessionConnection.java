package io.daybook.sessions;

import io.daybook.sessions.outbox.SessionStream;
import java.net.InetAddress;

/** A client's connection to a door, as the layer of its sessions sees it. Used under the layer's lock. */
public abstract class SessionConnection {
    static final int GONE = -1;

    private final InetAddress address;

    /** Its place in the list of connections, {@link #GONE} once it has ended. */
    int index;

    private boolean isUp;

    /** A connection that was accepted, and has not logged in. */
    protected SessionConnection(final InetAddress address) {
        this.address = address;
    }

    /** The address of its client. */
    public final InetAddress address() {
        return address;
    }

    /** Whether its login is over, so that it counts as a session that is up. */
    public final boolean isUp() {
        return isUp;
    }

    final void up() {
        isUp = true;
    }

    /** Bytes that the network has not taken yet. */
    public abstract long unsentBytes();

    /**
     * Checks its deadlines.
     *
     * @param readNs the time up to which input was read; later input may still be in a socket if the door's thread was
     *     held up
     */
    protected abstract void tick(long nowNs, long readNs);

    /**
     * A LOGON of its session came back: all requests before it have their results.
     *
     * @param number of the LOGON, to be compared with {@link LiveSession#logonSent}
     */
    protected abstract void onLogon(SessionStream session, long number);

    /** An END of its session came back. */
    protected abstract void onEnd();
}
