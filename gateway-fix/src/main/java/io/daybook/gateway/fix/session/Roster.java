package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.book.FixBook;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.host.Clock;
import io.daybook.sessions.SessionRules;
import io.daybook.sessions.SessionStatus;
import io.daybook.sessions.Upkeep;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.SessionSettings;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import quickfix.FixVersions;
import quickfix.SessionID;

/**
 * The sessions of FIX that the members file names, by their CompIDs, and what becomes of them when it is read again.
 * Changed under the layer's lock; any thread may ask.
 */
final class Roster {
    private final FixBook book;
    private final Upkeep<FixSession> upkeep;
    private final SessionNumbers numbers;
    private final ReportSender sender;
    private final AuditLog audit;
    private final Clock clock;
    private final Map<SessionID, FixSession> byId = new ConcurrentHashMap<>();

    private Members members;

    private boolean isShared;
    private boolean isOpen;

    /** Whether nodes share the log, and this one leads. */
    private boolean isLooking;

    Roster(
            final Members members,
            final FixBook book,
            final Upkeep<FixSession> upkeep,
            final SessionNumbers numbers,
            final ReportSender sender,
            final AuditLog audit,
            final Clock clock) {
        this.members = members;
        this.book = book;
        this.upkeep = upkeep;
        this.numbers = numbers;
        this.sender = sender;
        this.audit = audit;
        this.clock = clock;
    }

    /** A session, by its CompIDs, or null. */
    @Nullable
    FixSession session(final SessionID id) {
        return byId.get(id);
    }

    /** All sessions of FIX as those see them who run the venue, by ascending number. */
    List<SessionStatus> statuses() {
        return members.sessions().stream()
                .filter(session -> session.protocol() == Protocol.FIX)
                .map(this::status)
                .toList();
    }

    private SessionStatus status(final SessionSettings settings) {
        final FixSession own = upkeep.session(settings.session());
        final DoorConnection connection = own == null ? null : own.connection;
        final FixBookSession known = book.session(settings.session());
        return new SessionStatus(
                settings.session(),
                settings.member(),
                Protocol.FIX,
                SessionStatus.stateOf(settings, own, own != null && own.isLoggedOn),
                connection == null ? "" : connection.address().getHostAddress(),
                known == null ? 0 : known.lastRequest(),
                known == null ? 1 : known.nextOut(),
                connection == null ? 0 : connection.unsentBytes());
    }

    /** How many sessions are logged on. Any thread. */
    int upCount() {
        return (int) byId.values().stream().filter(own -> own.isLoggedOn).count();
    }

    /** All sessions of FIX. */
    Collection<FixSession> all() {
        return byId.values();
    }

    /**
     * The book knows what was before: sessions may come.
     *
     * @throws IllegalArgumentException where the members contradict what the sessions have been
     */
    void open(final long nowNs) {
        isOpen = true;
        requireFit(members);
        members.sessions().forEach(settings -> add(settings, nowNs));
    }

    /** Nodes share the log: sessions are looked after where one leads. Called before anybody else asks. */
    void shared() {
        isShared = true;
    }

    /**
     * The book of a log that nodes share knows what was before: sessions are known, and looked after once this node
     * leads.
     *
     * @throws IllegalArgumentException where the members contradict what the sessions have been
     */
    void openShared(final long nowNs) {
        isOpen = true;
        requireFit(members);
        members.sessions().forEach(settings -> know(settings, nowNs));
    }

    /** This node leads: what was before belongs to another, or to a time of which something may be lost. */
    void takeOver(final long nowNs) {
        isLooking = true;
        members.sessions().forEach(settings -> add(settings, nowNs));
    }

    /** Another node leads, or nobody. */
    void leave() {
        isLooking = false;
    }

    private void add(final SessionSettings settings, final long nowNs) {
        final FixSession fresh = know(settings, nowNs);
        if (fresh == null || isShared && !isLooking) {
            return;
        }
        upkeep.add(fresh);
        final FixBookSession known = book.session(settings.session());
        if (known != null) {
            fresh.lastSent = known.lastRequest();
            if (fresh.isCurrent) {
                numbers.open(fresh, known);
            }
            upkeep.takeOver(fresh, nowNs);
            if (known.inbound() > 0 || known.reservedEnd() > 1) {
                numbers.ended(fresh); // with the process before
            }
        }
    }

    private @Nullable FixSession know(final SessionSettings settings, final long nowNs) {
        if (settings.protocol() != Protocol.FIX) {
            return null;
        }
        final SessionID id = idOf(settings);
        final FixSession fresh = new FixSession(id, settings, nowNs);
        fresh.isCurrent = !isShared;
        final FixSession before = byId.put(id, fresh);
        if (before != null) {
            fresh.store = before.store; // QuickFIX/J has it
        }
        return fresh;
    }

    /**
     * Whether other members could count from now on. QuickFIX/J counts numbers between two CompIDs: those of a session
     * that has logged on stay what they are until the process ends.
     *
     * @throws IllegalArgumentException where they contradict what the sessions have been
     */
    void requireFit(final Members other) {
        if (!isOpen) {
            return; // the book is being read; it is asked then
        }
        book.forEach(known -> SessionRules.requireFit(other, known));
        final Map<Integer, FixSession> known = new HashMap<>(); // also where another node leads
        byId.values().forEach(own -> known.put(own.session(), own));
        for (final SessionSettings now : other.sessions()) {
            final FixSession looked = upkeep.session(now.session());
            final FixSession own = looked == null ? known.get(now.session()) : looked;
            if (own != null && own.store != null && isOtherId(own, now)) {
                throw new IllegalArgumentException("session " + now.session() + " must keep its CompIDs while the"
                        + " gateway runs: compId=" + now.compId() + " venue=" + now.venue() + ", and it has logged on"
                        + " with compId=" + own.id().getTargetCompID() + " venue="
                        + own.id().getSenderCompID() + "; put them back, or stop the gateway and start it with the"
                        + " new ones");
            }
        }
    }

    /** Other members count from now on, all of them or none. */
    void reload(final Members other) {
        requireFit(other);
        int changed = 0;
        int removed = 0;
        int kept = 0;
        for (final SessionSettings old : members.sessions()) {
            final SessionSettings now = other.session(old.session());
            final FixSession own = upkeep.session(old.session());
            removed += now == null ? 1 : 0;
            kept += now == null ? 0 : 1;
            changed += now == null || now.equals(old) ? 0 : 1;
            if (own != null && (now == null || SessionRules.takesAway(old, now))) {
                sender.logout(own, "the session's settings have changed", "ENDED_BY_OPERATOR");
            }
            if (old.protocol() == Protocol.FIX && (now == null || !idOf(now).equals(idOf(old)))) {
                byId.remove(idOf(old));
            }
        }
        members = other;
        for (final SessionSettings now : other.sessions()) {
            final FixSession own = upkeep.session(now.session());
            if (own == null || isOtherId(own, now)) { // it has never logged on
                add(now, clock.nanoTime());
            } else {
                own.settings(now);
                byId.put(own.id(), own); // it may have been away from the file
            }
        }
        audit.write(new AuditEvent.MembersReloaded(
                other.sessions().size(), other.sessions().size() - kept, changed, removed));
        upkeep.commandDue();
    }

    private static boolean isOtherId(final FixSession own, final SessionSettings now) {
        return !own.id().equals(idOf(now));
    }

    private static SessionID idOf(final SessionSettings settings) {
        return new SessionID(FixVersions.BEGINSTRING_FIX44, settings.venue(), settings.compId());
    }
}
