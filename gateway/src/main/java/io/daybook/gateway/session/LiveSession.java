package io.daybook.gateway.session;

import org.jspecify.annotations.Nullable;

/** What the session layer keeps of a session while the process runs; what must outlive it is in the book. */
final class LiveSession {
    private static final long[] NO_ORDERS = {};

    private final int session;
    private final TokenBucket orders;
    private final TokenBucket cancels;
    private SessionSettings settings;

    /** Its connection, from the LOGIN on. */
    @Nullable
    Connection connection;

    /** The last request that was sent to the ring. */
    long lastSent;

    /** LOGONs sent, and come back. */
    long logonsSent;

    long logonsSeen;

    /** An END is to be sent. */
    boolean isEndDue;

    /** Whether the end was a logout. */
    boolean isEndLogout;

    /** When its orders are cancelled, if it has not come back; counts only while {@link #isGraceRunning}. */
    long graceEndNs;

    boolean isGraceRunning;

    /** Its grace is over, and it has not come back: orders that come to life later are cancelled too. */
    boolean isAway;

    /** When to look for such orders again. */
    long nextLookNs;

    /** The orders that are being cancelled because it has not come back. */
    long[] cancelling = NO_ORDERS;

    int cancelled;

    /** Whether its drop copies may differ from its settings. */
    boolean isDropCopyDue;

    LiveSession(final SessionSettings settings, final long nowNs) {
        this.session = settings.session();
        this.settings = settings;
        this.orders = new TokenBucket(settings.limit(), nowNs);
        this.cancels = new TokenBucket(settings.limit(), nowNs);
    }

    int session() {
        return session;
    }

    SessionSettings settings() {
        return settings;
    }

    void settings(final SessionSettings other) {
        settings = other;
        orders.limit(other.limit());
        cancels.limit(other.limit());
        isDropCopyDue = true;
    }

    /** Whether the rate lets a request through. Cancels pass at the same rate again, whatever the others have used. */
    boolean passes(final boolean isCancel, final long nowNs) {
        return isCancel ? cancels.take(nowNs) : orders.take(nowNs);
    }

    /** What was let through could not be sent, and will be asked about again. */
    void giveBack(final boolean isCancel) {
        (isCancel ? cancels : orders).giveBack();
    }

    boolean isCancelling() {
        return cancelled < cancelling.length;
    }

    void cancelNone() {
        cancelling = NO_ORDERS;
        cancelled = 0;
        isGraceRunning = false;
    }

    /** It has come back. */
    void isBack() {
        isAway = false;
        cancelNone();
    }
}
