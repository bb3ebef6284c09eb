package io.daybook.sessions;

import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.SessionStream;
import io.daybook.wire.ByeReason;

/**
 * The part of a {@link SessionLayer} that the protocol of its door supplies. Called under the layer's lock.
 *
 * @param <S> the protocol's state of a session
 * @param <C> the connections of the protocol
 */
public interface SessionProtocol<S extends LiveSession<C>, C extends SessionConnection> {

    /** The protocol of the sessions in the members file that belong to the door. */
    Protocol protocol();

    /** Creates the state of a session, which replaces an earlier state. */
    S session(SessionSettings settings, long nowNs);

    /** Ends a connection. The protocol words the reason. {@link SessionLayer#remove} follows, perhaps later. */
    void end(C connection, ByeReason reason, String words);

    /**
     * Called when the outbox of a session has written the messages that it still lists as pending: they may be sent
     * now.
     */
    default void written(final SessionStream stream) {}

    /** Called when this node begins to manage a session of the book. */
    default void takeOver(final S session) {}

    /** Called when this node begins to manage all sessions. */
    default void lead() {}

    /**
     * Called when this node no longer accepts commands. The next leading node journals what remains to be journaled.
     */
    default void stop() {}

    /**
     * Checks other members.
     *
     * @throws IllegalArgumentException if they contradict the protocol's state of the sessions
     */
    default void requireFit(final Members other) {}

    /** Returns whether the state of a session fits other settings. If not, the state is created again. */
    default boolean fits(final S session, final SessionSettings settings) {
        return true;
    }

    /** Called when these members take effect; {@link #session} was called for the new sessions. */
    default void members(final Members now) {}
}
