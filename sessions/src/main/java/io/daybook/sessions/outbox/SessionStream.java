package io.daybook.sessions.outbox;

import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.SessionSettings;
import java.util.Arrays;

/**
 * The state of a session in the book of any protocol: its owner, and the positions of its messages. Only the book
 * changes it.
 */
public abstract class SessionStream {
    private static final long[] NO_UIDS = {};

    private final int session;
    private final Protocol protocol;
    private final long owner;
    private final Outbox outbox;

    /** The number of the next message. */
    public long nextOut = 1;

    /** Whether the session is in the list of sessions with unwritten messages. */
    boolean isDirty;

    private long[] dropCopies = NO_UIDS;

    /** Creates a session of which only its first LOGON is known. */
    protected SessionStream(final int session, final Protocol protocol, final long owner, final Outbox outbox) {
        this.session = session;
        this.protocol = protocol;
        this.owner = owner;
        this.outbox = outbox;
    }

    public final int session() {
        return session;
    }

    /** The protocol of its first LOGON. */
    public final Protocol protocol() {
        return protocol;
    }

    /** The owner of its first LOGON; see {@link SessionSettings#owner()}. */
    public final long owner() {
        return owner;
    }

    /** The outbox with the session's messages. */
    public final Outbox outbox() {
        return outbox;
    }

    /** The number of the next message. */
    public final long nextOut() {
        return nextOut;
    }

    /** The last request whose outcome is known; 0 for none. */
    public abstract long lastRequest();

    /** Sets the number of the next message, from a snapshot's part. */
    public final void nextOut(final long value) {
        nextOut = value;
    }

    /** Begins a history: messages of the lost history are no longer sent. */
    public final void raiseMessages(final long history) {
        nextOut = Histories.message(nextOut, history);
        outbox.raise(nextOut);
    }

    /** The users whose drop copies the session gets, ascending; not to be changed. */
    public final long[] dropCopies() {
        return dropCopies;
    }

    /** Returns whether the session gets the drop copies of a user. */
    public final boolean hearsOf(final long uid) {
        return Arrays.binarySearch(dropCopies, uid) >= 0;
    }

    /** Begins the drop copies of a user. */
    public final void hear(final long uid) {
        final int at = Arrays.binarySearch(dropCopies, uid);
        if (at < 0) {
            final int insert = ~at;
            final long[] more = Arrays.copyOf(dropCopies, dropCopies.length + 1);
            System.arraycopy(dropCopies, insert, more, insert + 1, dropCopies.length - insert);
            more[insert] = uid;
            dropCopies = more;
        }
    }

    /** Ends the drop copies of a user. */
    public final void hearNoMore(final long uid) {
        final int at = Arrays.binarySearch(dropCopies, uid);
        if (at >= 0) {
            final long[] fewer = Arrays.copyOf(dropCopies, dropCopies.length - 1);
            System.arraycopy(dropCopies, at + 1, fewer, at, fewer.length - at);
            dropCopies = fewer;
        }
    }
}
