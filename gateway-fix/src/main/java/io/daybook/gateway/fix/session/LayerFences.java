package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.book.FixBook;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.sessions.SessionLayer;

/** Passes the fences of the book to the sessions that wait for them. Used by the gateway's thread, under the lock. */
final class LayerFences implements FixBook.FenceListener {
    private final SessionLayer<FixSession, DoorConnection> layer;
    private final FixSessions sessions;
    private final SessionNumbers numbers;
    private final DayRoll roll;

    LayerFences(
            final SessionLayer<FixSession, DoorConnection> layer,
            final FixSessions sessions,
            final SessionNumbers numbers,
            final DayRoll roll) {
        this.layer = layer;
        this.sessions = sessions;
        this.numbers = numbers;
        this.roll = roll;
    }

    @Override
    public void onLogon(final FixBookSession session, final long number) {
        layer.onLogon(session, number);
    }

    @Override
    public void onEnd(final FixBookSession session) {
        layer.onEnd(session);
    }

    @Override
    public void onReset(final FixBookSession session) {
        final FixSession own = layer.upkeep().session(session.session());
        if (own != null && own.isCurrent) {
            numbers.reset(own, session);
        }
        if (own != null) {
            own.isResetDue = false;
        }
    }

    /** Ignores numbers that another node reserves. */
    @Override
    public void onReservation(final FixBookSession session) {
        final FixSession own = layer.upkeep().session(session.session());
        if (own != null && own.isCurrent && own.store != null && layer.isCurrent()) {
            own.isReserving = false;
            own.store.reservedEnd(session.reservedEnd());
            numbers.forget(own.store, session);
        }
    }

    @Override
    public void onRoll(final FixBookSession session) {
        if (sessions.isShared() && layer.upkeep().session(session.session()) != null) {
            roll.overFor(session);
        }
    }

    @Override
    public void onSettled(final FixBookSession session, final long request, final String clOrdId) {
        final FixSession own = layer.upkeep().session(session.session());
        if (own != null) {
            own.inFlight.remove(clOrdId);
        }
    }
}
