package io.daybook.sessions;

import io.daybook.api.CommandDoor;
import java.util.UUID;

/**
 * The log that a door's sessions stand on: that of an exchange in this process, or one that several nodes share, of
 * which one at a time lets commands in. Used by the thread that owns the sessions.
 */
public interface SessionLog {
    /** A {@link #leadership}: no command is taken here. */
    long NONE = 0;

    /** A result of {@link #open}: not known yet. */
    long UNDER_WAY = -1;

    /** A result of {@link #open}: the session's number is not for doors. */
    long REFUSED = -2;

    /**
     * Whether the follower of the door has got the place from which it goes on: before that nothing else may be asked.
     */
    boolean isReady();

    /** The id of the exchange; the same on every node. */
    UUID exchangeId();

    /** Whether the exchange has ended: there are no more answers. */
    boolean hasEnded();

    /**
     * Since when commands are let in here, without a break in which some may have been lost: a larger number behind
     * each break. {@link #NONE} while another node lets them in, or nobody, and while the follower has not heard what
     * was let in before.
     */
    long leadership();

    /** Where the door of the node that lets commands in listens, {@code host:port}; empty where that is not known. */
    String leader();

    /** Through which commands go in while there is a leadership. Never waits. */
    CommandDoor door();

    /** A door for another thread that takes turns with the first, under one lock. */
    CommandDoor newDoor();

    /**
     * Shuts out every door that has sent commands of a session before: behind the next LOGON none of these can come,
     * and the follower has heard all that did. Asked again until it is so; each time that it is so counts for one
     * LOGON.
     *
     * @return the number that the LOGON is to have, 0 for none; {@link #UNDER_WAY}, {@link #REFUSED}
     */
    long open(int session);

    /** The same for what the gateway itself has to say of a session: asked again until it is so, and then stays so. */
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
