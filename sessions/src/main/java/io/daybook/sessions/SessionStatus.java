package io.daybook.sessions;

import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.SessionSettings;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The status of a session for operators of the venue.
 *
 * @param session its number
 * @param member its member
 * @param protocol of its door
 * @param state the state of its login
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

    /** Whether a session is there. */
    public enum State {
        /** It may log in, and has not. */
        DOWN,
        /** It has sent its login, and is not answered. */
        LOGGING_IN,
        /** It is logged in. */
        UP,
        /** Its connection was lost, and its orders are cancelled if it does not come back in time. */
        GRACE,
        /** It may log in no more. */
        RETIRED;

        /** The name of the state in answers. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The status of a session.
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
