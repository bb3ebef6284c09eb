package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.book.FixBook;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.host.Clock;
import io.daybook.sessions.Upkeep;
import java.util.function.BooleanSupplier;

/** Hears the fences of the book for those who wait for them. Under the layer's lock, by the gateway's thread. */
final class LayerFences implements FixBook.FenceListener {
    private final Upkeep<FixSession> upkeep;
    private final SessionNumbers numbers;
    private final DayRoll roll;
    private final Clock clock;
    private final boolean isShared;
    private final BooleanSupplier leads;

    /**
     * For the sessions of an upkeep.
     *
     * @param isShared whether nodes share the log
     * @param leads whether what comes back is of this node's term: numbers that another one reserves are not for here
     */
    LayerFences(
            final Upkeep<FixSession> upkeep,
            final SessionNumbers numbers,
            final DayRoll roll,
            final Clock clock,
            final boolean isShared,
            final BooleanSupplier leads) {
        this.upkeep = upkeep;
        this.numbers = numbers;
        this.roll = roll;
        this.clock = clock;
        this.isShared = isShared;
        this.leads = leads;
    }

    @Override
    public void onLogon(final FixBookSession session, final long number) {
        final FixSession own = upkeep.session(session.session());
        if (own == null) {
            return;
        }
        final long logon = number == 0 ? ++own.logonsSeen : number;
        final DoorConnection connection = own.connection;
        if (connection != null
                && connection.state == DoorConnection.State.JOURNALED
                && connection.logonNumber == logon) {
            connection.isLogonSeen = true;
        }
    }

    @Override
    public void onEnd(final FixBookSession session) {
        final FixSession own = upkeep.session(session.session());
        if (own != null) {
            upkeep.endSeen(own, clock.nanoTime());
        }
    }

    @Override
    public void onReset(final FixBookSession session) {
        final FixSession own = upkeep.session(session.session());
        if (own != null && own.isCurrent) {
            numbers.reset(own, session);
        }
        if (own != null) {
            own.isResetDue = false;
        }
    }

    @Override
    public void onReservation(final FixBookSession session) {
        final FixSession own = upkeep.session(session.session());
        if (own != null && own.isCurrent && own.store != null && leads.getAsBoolean()) {
            own.isReserving = false;
            own.store.reservedEnd(session.reservedEnd());
            numbers.forget(own.store, session);
        }
    }

    @Override
    public void onRoll(final FixBookSession session) {
        if (isShared && upkeep.session(session.session()) != null) {
            roll.overFor(session);
        }
    }

    @Override
    public void onSettled(final FixBookSession session, final long request, final String clOrdId) {
        final FixSession own = upkeep.session(session.session());
        if (own != null) {
            own.inFlight.remove(clOrdId);
        }
    }
}
