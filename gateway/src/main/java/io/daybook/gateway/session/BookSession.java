package io.daybook.gateway.session;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the session book knows of one session. Only the book changes it. */
final class BookSession {
    private static final long[] NO_UIDS = {};

    private final int session;
    private final Protocol protocol;
    private final long owner;
    private final Outbox outbox;

    /** The last request that has its fate. */
    long lastRequest;

    /** The number of the next message. */
    long nextOut = 1;

    /** The ends of the list of its live orders. */
    int firstOrder = LiveOrders.NONE;

    int lastOrder = LiveOrders.NONE;
    int liveOrders;

    /** Whether it is among those that have messages to be written. */
    boolean isDirty;

    /** What the session layer has of it; null where it has not been there since the start. */
    @Nullable
    LiveSession live;

    private long[] dropCopies = NO_UIDS;

    BookSession(final int session, final Protocol protocol, final long owner, final Outbox outbox) {
        this.session = session;
        this.protocol = protocol;
        this.owner = owner;
        this.outbox = outbox;
    }

    int session() {
        return session;
    }

    Protocol protocol() {
        return protocol;
    }

    long owner() {
        return owner;
    }

    Outbox outbox() {
        return outbox;
    }

    long lastRequest() {
        return lastRequest;
    }

    long nextOut() {
        return nextOut;
    }

    /** The users whose drop copies it gets, ascending; not to be changed. */
    long[] dropCopies() {
        return dropCopies;
    }

    boolean hearsOf(final long uid) {
        return Arrays.binarySearch(dropCopies, uid) >= 0;
    }

    void hear(final long uid) {
        final int at = Arrays.binarySearch(dropCopies, uid);
        if (at < 0) {
            final int insert = ~at;
            final long[] more = Arrays.copyOf(dropCopies, dropCopies.length + 1);
            System.arraycopy(dropCopies, insert, more, insert + 1, dropCopies.length - insert);
            more[insert] = uid;
            dropCopies = more;
        }
    }

    void hearNoMore(final long uid) {
        final int at = Arrays.binarySearch(dropCopies, uid);
        if (at >= 0) {
            final long[] fewer = Arrays.copyOf(dropCopies, dropCopies.length - 1);
            System.arraycopy(dropCopies, at + 1, fewer, at, fewer.length - at);
            dropCopies = fewer;
        }
    }
}
