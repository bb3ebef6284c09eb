package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.book.FixBook;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.sessions.SessionProtocol;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.wire.ByeReason;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import quickfix.FixVersions;
import quickfix.SessionID;

/**
 * The parts of sessions that are specific to FIX: sessions have CompIDs, numbers and days, and connections end with a
 * Logout.
 */
final class FixSessions implements SessionProtocol<FixSession, DoorConnection> {
    private final FixBook book;
    private final SessionNumbers numbers;
    private final ReportSender sender;
    private final DayRoll roll;

    /** The sessions that the members file names. Read by any thread. */
    private final Map<SessionID, FixSession> byId = new ConcurrentHashMap<>();

    /** All sessions of this process, by session number; the newest one of each number. */
    private final Map<Integer, FixSession> byNumber = new HashMap<>();

    private boolean isShared;

    FixSessions(final FixBook book, final SessionNumbers numbers, final ReportSender sender, final DayRoll roll) {
        this.book = book;
        this.numbers = numbers;
        this.sender = sender;
        this.roll = roll;
    }

    /** Notes that nodes share the log: a session's numbers are those of the log once it was opened for a Logon. */
    void shared() {
        isShared = true;
    }

    boolean isShared() {
        return isShared;
    }

    /** A session of the members file, by its CompIDs, or null. Any thread. */
    @Nullable
    FixSession session(final SessionID id) {
        return byId.get(id);
    }

    /** All sessions of the members file. */
    Collection<FixSession> named() {
        return byId.values();
    }

    /** All sessions of this process, including former ones. */
    Collection<FixSession> all() {
        return byNumber.values();
    }

    @Override
    public Protocol protocol() {
        return Protocol.FIX;
    }

    @Override
    public FixSession session(final SessionSettings settings, final long nowNs) {
        final FixSession fresh = new FixSession(idOf(settings), settings, nowNs);
        fresh.isCurrent = !isShared;
        final FixSession before = byNumber.put(fresh.session(), fresh);
        if (before != null && fits(before, settings)) {
            fresh.store = before.store; // QuickFIX/J uses it
            fresh.reader = before.reader; // the outbox is the same, and the reader may have a file open
            before.reader = null;
        }
        return fresh;
    }

    @Override
    public void takeOver(final FixSession fresh) {
        final FixBookSession known = book.session(fresh.session());
        if (known == null) {
            return;
        }
        fresh.lastSent = known.lastRequest();
        if (fresh.isCurrent) {
            numbers.open(fresh, known);
        }
        if (known.inbound() > 0 || known.reservedEnd() > 1) {
            numbers.ended(fresh); // its connection ended with the previous process
        }
    }

    @Override
    public void lead() {
        if (isShared) {
            book.forEach(session -> roll.overFor((FixBookSession) session));
        }
    }

    @Override
    public void stop() {
        numbers.stop();
        roll.stop();
    }

    @Override
    public void end(final DoorConnection connection, final ByeReason reason, final String words) {
        final FixSession own = connection.session;
        if (reason == ByeReason.NOT_LEADER && own == null) {
            return; // the answer to the Logon names the node that leads
        }
        if (own != null && own.isLoggedOn && reason != ByeReason.INTERNAL) {
            sender.logout(own, text(reason, words), reason.name());
        } else {
            connection.close(reason.name());
        }
        if (reason == ByeReason.NOT_LEADER) {
            connection.giveUp();
        }
    }

    private static String text(final ByeReason reason, final String words) {
        return switch (reason) {
            case HALTED -> words + "; log on again when it runs";
            case NOT_LEADER -> Logons.told(words);
            default -> words;
        };
    }

    /** Refuses new CompIDs of a session that has logged on, because QuickFIX/J counts numbers by CompIDs. */
    @Override
    public void requireFit(final Members other) {
        for (final SessionSettings now : other.sessions()) {
            final FixSession own = byNumber.get(now.session());
            if (own != null && own.store != null && !fits(own, now)) {
                throw new IllegalArgumentException("session " + now.session() + " must keep its CompIDs while the"
                        + " gateway runs: compId=" + now.compId() + " venue=" + now.venue() + ", and it has logged on"
                        + " with compId=" + own.id().getTargetCompID() + " venue="
                        + own.id().getSenderCompID() + "; put them back, or stop the gateway and start it with the"
                        + " new ones");
            }
        }
    }

    @Override
    public boolean fits(final FixSession own, final SessionSettings settings) {
        return own.id().equals(idOf(settings));
    }

    @Override
    public void members(final Members now) {
        final Map<SessionID, FixSession> named = new HashMap<>();
        for (final SessionSettings settings : now.sessions()) {
            final FixSession own = byNumber.get(settings.session());
            if (own != null && settings.protocol() == Protocol.FIX) {
                named.put(own.id(), own);
            }
        }
        byId.keySet().retainAll(named.keySet());
        byId.putAll(named);
    }

    private static SessionID idOf(final SessionSettings settings) {
        return new SessionID(FixVersions.BEGINSTRING_FIX44, settings.venue(), settings.compId());
    }
}
