package io.daybook.sessions;

import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.SessionStream;
import io.daybook.wire.ByeReason;

/**
 * The part of a {@link SessionLayer} that the protocol of its door supplies. Called under the layer's lock.
 *
 * @param <S> what the protocol keeps of a session
 * @param <C> its connections
 */
public interface SessionProtocol<S extends LiveSession<C>, C extends SessionConnection> {

    /** The protocol of the sessions in the members file that belong to the door. */
    Protocol protocol();

    /** Makes what is kept of a session from now on, in place of what was kept of it before. */
    S session(SessionSettings settings, long nowNs);

    /**
     * Ends a connection, with the reason in the protocol's own words. {@link SessionLayer#remove} follows, perhaps
     * later.
     */
    void end(C connection, ByeReason reason, String words);

    /** The outbox of a session has written what it still shows as pending: that may be sent now. */
    default void written(final SessionStream stream) {}

    /** This node begins to manage a session of the book. */
    default void takeOver(final S session) {}

    /** This node begins to manage all sessions. */
    default void lead() {}

    /** Commands are no longer accepted here: another node journals what was to be journaled. */
    default void stop() {}

    /**
     * Checks other members.
     *
     * @throws IllegalArgumentException if they contradict the protocol's state of the sessions
     */
    default void requireFit(final Members other) {}

    /** Whether the state of a session fits other settings; if not, it is created again. */
    default boolean fits(final S session, final SessionSettings settings) {
        return true;
    }

    /** These members are in force from now on; {@link #session} was called for those that are new. */
    default void members(final Members now) {}
}
