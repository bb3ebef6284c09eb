package io.daybook.sessions;

import io.daybook.host.TokenBucket;
import io.daybook.sessions.member.SessionSettings;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session that lasts as long as the process. State that must outlive the process is in the book. Used
 * under the layer's lock.
 *
 * @param <C> the connections of its protocol
 */
public class LiveSession<C extends SessionConnection> {
    private static final long[] NO_ORDERS = {};

    private final int session;
    private final TokenBucket orders;
    private final TokenBucket cancels;
    private volatile SessionSettings settings; // a protocol may read it on other threads

    /** The connection of the session, from its login on. */
    private volatile @Nullable C connection;

    /** The number of LOGONs that were sent, if the log does not number them. */
    private long logonsSent;

    private long logonsSeen;

    /** Whether an END is still to be sent. */
    boolean isEndDue;

    /** Whether the end was a logout. */
    public boolean isEndLogout;

    /** The time at which the orders are cancelled unless the client reconnects; valid while {@link #isGraceRunning}. */
    long graceEndNs;

    boolean isGraceRunning;

    /** Whether the grace is over without a new login: orders that come to life later are cancelled too. */
    boolean isAway;

    /** The time of the next search for orders that came to life later. */
    long nextLookNs;

    /** The orders that are being cancelled because the client did not reconnect. */
    long[] cancelling = NO_ORDERS;

    int cancelled;

    /** Whether the drop copies may differ from the settings. */
    boolean isDropCopyDue;

    /** Creates a session without a connection. */
    public LiveSession(final SessionSettings settings, final long nowNs) {
        this.session = settings.session();
        this.settings = settings;
        this.orders = new TokenBucket(settings.limit(), nowNs);
        this.cancels = new TokenBucket(settings.limit(), nowNs);
    }

    public final int session() {
        return session;
    }

    /** The current settings, from the members file. */
    public final SessionSettings settings() {
        return settings;
    }

    /** Replaces the settings with those of a changed members file. */
    public final void settings(final SessionSettings other) {
        settings = other;
        orders.limit(other.limit());
        cancels.limit(other.limit());
        isDropCopyDue = true;
    }

    /** The connection, from the login on, or null. Any thread. */
    public final @Nullable C connection() {
        return connection;
    }

    /** Sets the connection, or null if it is gone. */
    public final void connection(final @Nullable C other) {
        connection = other;
    }

    final boolean isConnected() {
        return connection != null;
    }

    /** Returns whether the connection is logged in. */
    final boolean isUp() {
        final C open = connection;
        return open != null && open.isUp();
    }

    /**
     * Numbers a LOGON that is about to be sent.
     *
     * @param number the number from {@link SessionLog#open}; 0 for none
     * @return the number that identifies the LOGON when it comes back from the log
     */
    public final long logonSent(final long number) {
        return number == 0 ? ++logonsSent : number;
    }

    /** Takes back the number of a LOGON that could not be sent, because there was no room for it. */
    public final void logonNotSent(final long number) {
        logonsSent -= number == 0 ? 1 : 0;
    }

    final long logonSeen(final long number) {
        return number == 0 ? ++logonsSeen : number;
    }

    /**
     * Returns whether a login has to wait, because the END or the cancels after the session's last connection are not
     * done.
     */
    public final boolean isBusy() {
        return isEndDue || isCancelling();
    }

    /** Returns whether the rate permits a request. Cancels have a second allowance of the same rate. */
    public final boolean passes(final boolean isCancel, final long nowNs) {
        return isCancel ? cancels.take(nowNs) : orders.take(nowNs);
    }

    /** Gives back a permit: the command could not be sent, and will be tried again. */
    public final void giveBack(final boolean isCancel) {
        (isCancel ? cancels : orders).giveBack();
    }

    final boolean isCancelling() {
        return cancelled < cancelling.length;
    }

    final void cancelNone() {
        cancelling = NO_ORDERS;
        cancelled = 0;
        isGraceRunning = false;
    }

    /** Marks the client as back: no order is cancelled any more. */
    public final void isBack() {
        isAway = false;
        cancelNone();
    }
}
