package io.daybook.sessions;

import io.daybook.api.CommandDoor;
import java.util.UUID;

/**
 * The log under a door's sessions: the log of an exchange in this process, or a log that several nodes share, where one
 * node at a time accepts commands. Used by the thread that owns the sessions.
 */
public interface SessionLog {
    /** A {@link #leadership}: this node accepts no commands. */
    long NONE = 0;

    /** A result of {@link #open}: the result is not available yet. */
    long UNDER_WAY = -1;

    /** A result of {@link #open}: the session's number is not for doors. */
    long REFUSED = -2;

    /**
     * Returns whether the follower of the door has received its start position. No other method may be called before.
     */
    boolean isReady();

    /** The id of the exchange, which is the same on every node. */
    UUID exchangeId();

    /** Returns whether the exchange has ended, so that there are no more answers. */
    boolean hasEnded();

    /**
     * The number of the current period in which this node accepts commands. A break that may have lost commands ends a
     * period, and the next one has a higher number. {@link #NONE} while another node accepts commands, or no node does,
     * and while the follower has not received all commands that were accepted before.
     */
    long leadership();

    /** The address of the door of the node that accepts commands, {@code host:port}; empty if it is unknown. */
    String leader();

    /** The door through which commands are sent while this node accepts commands. Never waits. */
    CommandDoor door();

    /** A door for another thread that takes turns with the first, under one lock. */
    CommandDoor newDoor();

    /**
     * Shuts out every door that has sent commands of a session before. After the next LOGON no command of those doors
     * can come, and the follower has received all their earlier ones. The caller repeats the call until it succeeds;
     * each success is valid for one LOGON.
     *
     * @return the number for the LOGON, 0 for none; {@link #UNDER_WAY}, {@link #REFUSED}
     */
    long open(int session);

    /**
     * Does what {@link #open} does, for the gateway's own commands about a session. Once it returns true, it stays
     * true.
     */
    boolean isOpen(int session);

    /**
     * Does the work that is due between polls of the follower.
     *
     * @return whether there was any
     */
    boolean work();

    /** Closes the log. No command follows. */
    void close();
}
