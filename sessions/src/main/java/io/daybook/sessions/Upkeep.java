package io.daybook.sessions;

import io.daybook.api.ExchangeClosedException;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.SessionStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The duties of a gateway for its sessions: it journals the ends of their connections, cancels the orders of sessions
 * that do not log in again, and brings drop copies in line with the members file. All protocols use it unchanged. Used
 * by the thread that owns the sessions.
 *
 * @param <S> the protocol's state of a session
 */
public final class Upkeep<S extends LiveSession<?>> {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000 * MS;

    private final SessionOrders orders;
    private final AuditLog audit;
    private final Map<Integer, S> sessions = new TreeMap<>();
    private @Nullable GatewayCommands commands;
    private IntPredicate isOpen = session -> false;

    /** Whether the gateway may have commands of its own to send. */
    private boolean isCommandDue;

    /** Whether {@link #sendCommands} has sent a command. */
    private boolean hasSaid;

    /** Whether the exchange has ended, so that no command can be sent. */
    private boolean isOver;

    /** Creates an upkeep without sessions. */
    public Upkeep(final SessionOrders orders, final AuditLog audit) {
        this.orders = orders;
        this.audit = audit;
    }

    /**
     * Starts to send commands.
     *
     * @param opened whether a command of a session may be sent now; tested again later if not
     */
    public void open(final GatewayCommands open, final IntPredicate opened) {
        commands = open;
        isOpen = opened;
        isCommandDue = true;
    }

    /** Ends the duties on this node, because another node leads. */
    public void stop() {
        commands = null;
        sessions.clear();
        isCommandDue = false;
    }

    /** Returns a session that this node manages, or null. */
    public @Nullable S session(final int number) {
        return sessions.get(number);
    }

    /** Adds a session. */
    public void add(final S session) {
        sessions.put(session.session(), session);
    }

    /** Takes over a session of an earlier process: its grace starts, as after the loss of a connection. */
    public void takeOver(final S session, final long nowNs) {
        session.isDropCopyDue = true;
        if (session.settings().cancelOnDisconnect() != CancelOnDisconnect.NONE) {
            startGrace(session, nowNs);
        }
    }

    /** Notes that the drop copies of a session may differ from its settings. */
    public void dropCopiesDue(final S session) {
        session.isDropCopyDue = true;
        isCommandDue = true;
    }

    /** Returns whether the users of a session's drop copies may not be in the journal yet. */
    public boolean areDropCopiesDue(final S session) {
        return session.isDropCopyDue;
    }

    /** Makes the next tick check all duties. */
    public void commandDue() {
        isCommandDue = true;
    }

    /** Notes that the connection of a session has ended; the end is still to be journaled. */
    public void ended(final S session, final boolean isLogout) {
        session.isEndDue = true;
        session.isEndLogout = isLogout;
        isCommandDue = true;
    }

    /** Handles the END of a session that came back: the outcome of all its requests is known, and the grace begins. */
    public void endSeen(final S session, final long nowNs) {
        final boolean isBack = session.isConnected() && !session.isEndLogout;
        final CancelOnDisconnect mode = session.settings().cancelOnDisconnect();
        final boolean cancels = session.isEndLogout ? mode.afterLogout() : mode.afterLoss();
        if (!isBack && cancels) {
            startGrace(session, nowNs);
        }
    }

    private static void startGrace(final LiveSession<?> session, final long nowNs) {
        session.isGraceRunning = true;
        session.graceEndNs = nowNs + session.settings().graceMs() * MS;
    }

    /** Returns whether every END was sent, or none can be sent any more. */
    public boolean isQuiet() {
        return isOver || sessions.values().stream().noneMatch(session -> session.isEndDue);
    }

    /** Checks the graces of all sessions. */
    public void tick(final long nowNs) {
        for (final S session : sessions.values()) {
            if (session.isGraceRunning && nowNs - session.graceEndNs >= 0) {
                session.isGraceRunning = false;
                session.isAway = !session.isConnected();
                session.nextLookNs = nowNs;
            }
            if (session.isAway && nowNs - session.nextLookNs >= 0 && !session.isCancelling()) {
                session.nextLookNs = nowNs + SECOND;
                cancelOrders(session);
            }
        }
    }

    private void cancelOrders(final S session) {
        final long[] live = orders.liveOrders(session.session());
        if (live.length > 0) {
            session.cancelling = live;
            session.cancelled = 0;
            isCommandDue = true;
            audit.write(new AuditEvent.OrdersCancelled(
                    session.session(), session.settings().member(), live.length));
        }
    }

    /**
     * Sends the commands that are due, as far as there is room.
     *
     * @return whether it sent a command; if there is no room, or a session is not open yet, the next tick tries again
     * @throws ExchangeClosedException once, if the exchange has ended
     */
    public boolean sendCommands() {
        if (!isCommandDue || isOver) {
            return false;
        }
        isCommandDue = false;
        hasSaid = false;
        try {
            isCommandDue = !sendWhatIsDue();
        } catch (ExchangeClosedException e) {
            isOver = true;
            throw e;
        }
        return hasSaid;
    }

    private boolean sendWhatIsDue() {
        final GatewayCommands open = commands;
        if (open == null) {
            return true; // open() has all duties checked again
        }
        boolean isAllSaid = true;
        for (final S session : sessions.values()) {
            final SessionStream known = orders.stream(session.session());
            session.isDropCopyDue &= known != null;
            if (session.isEndDue || session.isCancelling() || session.isDropCopyDue) {
                if (!isOpen.test(session.session())) {
                    isAllSaid = false; // the other sessions need not wait for this one
                    continue;
                }
            }
            if (session.isEndDue) {
                session.isEndDue = false;
                if (!open.end(session.session())) {
                    session.isEndDue = true;
                    return false;
                }
                hasSaid = true;
            }
            if (session.isCancelling() && !sendCancels(open, session)
                    || known != null && session.isDropCopyDue && !sendDropCopies(open, session, known)) {
                return false;
            }
        }
        return isAllSaid;
    }

    private boolean sendCancels(final GatewayCommands open, final S session) {
        while (session.isCancelling()) {
            final long id = session.cancelling[session.cancelled];
            final SessionOrders.LiveOrder order = orders.liveOrder(id);
            if (order != null
                    && !open.cancel(session.session(), order.uid(), order.symbol(), id, Tags.CANCEL_ON_DISCONNECT)) {
                return false;
            }
            hasSaid = true;
            session.cancelled++;
        }
        session.cancelNone();
        return true;
    }

    /** Journals the differences between members file and book: the book takes them from the journal only. */
    private boolean sendDropCopies(final GatewayCommands open, final S session, final SessionStream known) {
        final SessionSettings settings = session.settings();
        final boolean hears = settings.may(Right.DROPCOPY) && !settings.retired();
        for (final long uid : known.dropCopies()) {
            if (!(hears && settings.mayActFor(uid))) {
                if (!open.dropCopy(session.session(), uid, false)) {
                    return false;
                }
                hasSaid = true;
            }
        }
        if (hears) {
            for (final Account account : settings.accounts()) {
                if (!known.hearsOf(account.uid())) {
                    if (!open.dropCopy(session.session(), account.uid(), true)) {
                        return false;
                    }
                    hasSaid = true;
                }
            }
        }
        session.isDropCopyDue = false;
        return true;
    }
}
