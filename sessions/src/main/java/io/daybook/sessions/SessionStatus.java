package io.daybook.sessions;

import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.SessionSettings;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The status of a session for operators of the venue.
 *
 * @param session the number of the session
 * @param member the member that owns the session
 * @param protocol the protocol of its door
 * @param state the state of the login
 * @param address the client's address; empty if it is not connected
 * @param lastRequest the number of its last request whose outcome is known; 0 for none
 * @param nextOut the number of the next message in its stream, from 1
 * @param unsentBytes the bytes that are queued for its connection and not taken by the network yet
 */
public record SessionStatus(
        int session,
        String member,
        Protocol protocol,
        State state,
        String address,
        long lastRequest,
        long nextOut,
        long unsentBytes) {

    /** The state of a session's login. */
    public enum State {
        /** The session has no connection, and may log in. */
        DOWN,
        /** The session has sent its login, and has no answer yet. */
        LOGGING_IN,
        /** The session is logged in. */
        UP,
        /** The connection was lost; the orders are cancelled if the client does not reconnect in time. */
        GRACE,
        /** The session may not log in any more. */
        RETIRED;

        /** The name of the state in answers. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Returns the state of a session.
     *
     * @param settings its settings in the members file
     * @param live its state in this process; null if another node manages it
     */
    static State stateOf(final SessionSettings settings, final @Nullable LiveSession<?> live) {
        if (live != null && live.isUp()) {
            return State.UP;
        }
        if (live != null && live.isConnected()) {
            return State.LOGGING_IN;
        }
        if (settings.retired()) {
            return State.RETIRED;
        }
        return live != null && live.isGraceRunning ? State.GRACE : State.DOWN;
    }
}
