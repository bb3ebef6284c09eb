package io.daybook.sessions;

import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.SessionStream;
import io.daybook.wire.ByeReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a door that the members file names. It applies the changes when the file is read again. Methods that
 * take the layer's lock themselves are marked "Any thread"; all others are called under it.
 *
 * @param <S> the protocol's state of a session
 * @param <C> the connections of its protocol
 */
public final class Roster<S extends LiveSession<C>, C extends SessionConnection> {
    private final DoorSetup setup;
    private final Object lock;
    private final ProtocolBook book;
    private final Upkeep<S> upkeep;
    private final SessionProtocol<S, C> protocol;

    private Members members;

    /** Whether the book has been recovered, with the sessions of earlier runs. */
    private boolean isOpen;

    /** Whether this node manages the sessions. */
    private boolean looksAfter;

    Roster(
            final DoorSetup setup,
            final Object lock,
            final ProtocolBook book,
            final Upkeep<S> upkeep,
            final SessionProtocol<S, C> protocol) {
        this.setup = setup;
        this.lock = lock;
        this.book = book;
        this.upkeep = upkeep;
        this.protocol = protocol;
        this.members = setup.members();
    }

    /**
     * Adds the sessions of the recovered book; they are managed from {@link #takeOver} on.
     *
     * @throws IllegalArgumentException if the members contradict the sessions' past
     */
    void open() {
        isOpen = true;
        requireFit(members);
        addAll();
    }

    /**
     * Starts over as the leading node: the earlier state belongs to another node, or to a time of which a part may be
     * lost.
     */
    void takeOver() {
        looksAfter = true;
        addAll();
    }

    /** Ends the management of the sessions: another node leads, or none. */
    void leave() {
        looksAfter = false;
    }

    private void addAll() {
        members.sessions().forEach(this::add);
        protocol.members(members);
    }

    /** Adds a session. A session in the book starts as after the loss of its connection; a new one has no past. */
    private void add(final SessionSettings settings) {
        if (settings.protocol() != protocol.protocol()) {
            return;
        }
        final long nowNs = setup.clock().nanoTime();
        final S fresh = protocol.session(settings, nowNs);
        if (!looksAfter) {
            return;
        }
        upkeep.add(fresh);
        if (book.stream(fresh.session()) != null) {
            protocol.takeOver(fresh);
            upkeep.takeOver(fresh, nowNs);
        }
    }

    /**
     * Checks whether other members could take effect. Any thread.
     *
     * @throws IllegalArgumentException if the members contradict the sessions' past
     */
    public void requireFit(final Members other) {
        synchronized (lock) {
            if (isOpen) { // until then the book is being read; the check comes afterwards
                book.forEach(known -> SessionRules.requireFit(other, known));
                protocol.requireFit(other);
            }
        }
    }

    /**
     * Replaces all members, or none if they do not fit. Ends the connections of sessions that no longer exist or that
     * have lost rights. Any thread.
     *
     * @throws IllegalArgumentException if the members contradict the sessions' past
     */
    public void reload(final Members other) {
        synchronized (lock) {
            requireFit(other);
            final Members before = members;
            members = other;
            int changed = 0;
            int removed = 0;
            for (final SessionSettings old : before.sessions()) {
                final SessionSettings now = other.session(old.session());
                removed += now == null ? 1 : 0;
                changed += now == null || now.equals(old) ? 0 : 1;
                if (now == null || SessionRules.takesAway(old, now)) {
                    end(old.session(), "the session's settings have changed");
                }
            }
            for (final SessionSettings now : other.sessions()) {
                final S known = upkeep.session(now.session());
                if (known == null || !protocol.fits(known, now)) {
                    add(now);
                } else {
                    known.settings(now);
                }
            }
            protocol.members(other);
            final int added = other.sessions().size() - (before.sessions().size() - removed);
            setup.audit().write(new AuditEvent.MembersReloaded(other.sessions().size(), added, changed, removed));
            upkeep.commandDue();
        }
    }

    /** A session of the members file, of any protocol, or null. */
    public @Nullable SessionSettings settings(final int session) {
        return members.session(session);
    }

    /** All sessions of the door, by ascending number. Any thread. */
    public List<SessionStatus> statuses() {
        synchronized (lock) {
            return members.sessions().stream()
                    .filter(session -> session.protocol() == protocol.protocol())
                    .map(this::status)
                    .toList();
        }
    }

    private SessionStatus status(final SessionSettings settings) {
        final S known = upkeep.session(settings.session());
        final C connection = known == null ? null : known.connection();
        final SessionStream stream = book.stream(settings.session());
        return new SessionStatus(
                settings.session(),
                settings.member(),
                settings.protocol(),
                SessionStatus.stateOf(settings, known),
                connection == null ? "" : connection.address().getHostAddress(),
                stream == null ? 0 : stream.lastRequest(),
                stream == null ? 1 : stream.nextOut(),
                connection == null ? 0 : connection.unsentBytes());
    }

    /**
     * Ends the connection of a session at the request of an operator. The client may log in again. Any thread.
     *
     * @return whether the session had a connection
     */
    public boolean end(final int session) {
        synchronized (lock) {
            return end(session, "an operator has ended the session");
        }
    }

    private boolean end(final int session, final String words) {
        final S known = upkeep.session(session);
        final C connection = known == null ? null : known.connection();
        if (connection == null) {
            return false;
        }
        protocol.end(connection, ByeReason.ENDED_BY_OPERATOR, words);
        return true;
    }
}
