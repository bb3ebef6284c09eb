package io.daybook.sessions;

import io.daybook.api.CommandDoor;
import java.util.UUID;

/**
 * The log under a door's sessions: the log of an exchange in this process, or one that several nodes share, of which
 * one at a time accepts commands. Used by the thread that owns the sessions.
 */
public interface SessionLog {
    /** A {@link #leadership}: no command is taken here. */
    long NONE = 0;

    /** A result of {@link #open}: not known yet. */
    long UNDER_WAY = -1;

    /** A result of {@link #open}: the session's number is not for doors. */
    long REFUSED = -2;

    /** Whether the follower of the door has received its start position: no other method may be called before. */
    boolean isReady();

    /** The id of the exchange; the same on every node. */
    UUID exchangeId();

    /** Whether the exchange has ended: there are no more answers. */
    boolean hasEnded();

    /**
     * The number of the current period in which this node accepts commands without a break that may have lost some: it
     * grows with each break. {@link #NONE} while another node accepts commands, or none does, and while the follower
     * has not received all that were accepted before.
     */
    long leadership();

    /** The address of the door of the node that accepts commands, {@code host:port}; empty if it is not known. */
    String leader();

    /** The door through which commands go in while there is a leadership. Never waits. */
    CommandDoor door();

    /** A door for another thread that takes turns with the first, under one lock. */
    CommandDoor newDoor();

    /**
     * Shuts out every door that has sent commands of a session before: after the next LOGON no command of theirs can
     * come, and the follower has received all that did come. The caller repeats the call until it succeeds; each
     * success is valid for one LOGON.
     *
     * @return the number for the LOGON, 0 for none; {@link #UNDER_WAY}, {@link #REFUSED}
     */
    long open(int session);

    /** Like {@link #open}, but for the gateway's own commands about a session; once it is true, it stays true. */
    boolean isOpen(int session);

    /**
     * Does what is due between polls of the follower.
     *
     * @return whether there was something
     */
    boolean work();

    /** Lets go of the log; no command follows. */
    void close();
}
