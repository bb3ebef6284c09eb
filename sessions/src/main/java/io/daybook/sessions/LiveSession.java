package io.daybook.sessions;

import io.daybook.host.TokenBucket;
import io.daybook.sessions.member.SessionSettings;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session while the process runs; the book has what must outlive it. Used under the layer's lock.
 *
 * @param <C> the connections of its protocol
 */
public class LiveSession<C extends SessionConnection> {
    private static final long[] NO_ORDERS = {};

    private final int session;
    private final TokenBucket orders;
    private final TokenBucket cancels;
    private volatile SessionSettings settings; // a protocol may ask on other threads

    /** Its connection, from the login on. */
    private volatile @Nullable C connection;

    /** The LOGONs that were sent, and that came back, if their log does not number them. */
    private long logonsSent;

    private long logonsSeen;

    /** An END is to be sent. */
    boolean isEndDue;

    /** Whether the end was a logout. */
    public boolean isEndLogout;

    /** When its orders are cancelled, if it has not come back; counts only while {@link #isGraceRunning}. */
    long graceEndNs;

    boolean isGraceRunning;

    /** Its grace is over, and it has not come back: orders that come to life later are cancelled too. */
    boolean isAway;

    /** The time of the next search for such orders. */
    long nextLookNs;

    /** The orders that are being cancelled because it has not come back. */
    long[] cancelling = NO_ORDERS;

    int cancelled;

    /** Whether its drop copies may differ from its settings. */
    boolean isDropCopyDue;

    /** A session without a connection. */
    public LiveSession(final SessionSettings settings, final long nowNs) {
        this.session = settings.session();
        this.settings = settings;
        this.orders = new TokenBucket(settings.limit(), nowNs);
        this.cancels = new TokenBucket(settings.limit(), nowNs);
    }

    /** Its number. */
    public final int session() {
        return session;
    }

    /** Its present settings, from the members file. */
    public final SessionSettings settings() {
        return settings;
    }

    /** Takes changed settings from the members file. */
    public final void settings(final SessionSettings other) {
        settings = other;
        orders.limit(other.limit());
        cancels.limit(other.limit());
        isDropCopyDue = true;
    }

    /** Its connection, from the login on; or null. Any thread. */
    public final @Nullable C connection() {
        return connection;
    }

    /** Sets the connection, or null if it has none any more. */
    public final void connection(final @Nullable C other) {
        connection = other;
    }

    final boolean isConnected() {
        return connection != null;
    }

    /** Whether its connection is logged in. */
    final boolean isUp() {
        final C open = connection;
        return open != null && open.isUp();
    }

    /**
     * Numbers a LOGON that is about to be sent.
     *
     * @param number the number that {@link SessionLog#open} gave it; 0 if there was none
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

    /** Whether a login has to wait, because the end or the cancels of the session's last connection are not done. */
    public final boolean isBusy() {
        return isEndDue || isCancelling();
    }

    /** Whether the rate permits a request. Cancels have a second allowance of the same rate. */
    public final boolean passes(final boolean isCancel, final long nowNs) {
        return isCancel ? cancels.take(nowNs) : orders.take(nowNs);
    }

    /** Gives back a permit: the command could not be sent, and is tried again. */
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

    /** It has come back. */
    public final void isBack() {
        isAway = false;
        cancelNone();
    }
}
