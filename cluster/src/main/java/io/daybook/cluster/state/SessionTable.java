package io.daybook.cluster.state;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The sessions of a cluster by number, and the total bytes of their kept replies. Used by one thread. */
final class SessionTable {
    /** No session keeps a further reply once all sessions together keep this many bytes. */
    static final long MAX_BYTES = 256L << 20;

    private static final int FIRST_CAPACITY = 64;

    private @Nullable ClientSession[] byNumber = new ClientSession[FIRST_CAPACITY];
    private int count;
    private long bytes;

    /** The session of a number; null if there is none. */
    @Nullable
    ClientSession get(final long number) {
        return number < byNumber.length ? byNumber[(int) number] : null;
    }

    /** The session of a number, created if there is none. */
    ClientSession getOrAdd(final int number) {
        if (number >= byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, Math.max(Integer.highestOneBit(number) * 2, FIRST_CAPACITY));
        }
        ClientSession session = byNumber[number];
        if (session == null) {
            session = new ClientSession(number);
            byNumber[number] = session;
            count++;
        }
        return session;
    }

    /** Returns how many sessions there are. */
    int count() {
        return count;
    }

    /** Returns whether a session may keep one more reply, to a message of this many requests. */
    boolean hasRoom(final ClientSession session, final int requests) {
        return session.replies.requests() + requests <= ReplyCache.MAX_REQUESTS
                && session.replies.bytes() < ReplyCache.MAX_BYTES
                && bytes < MAX_BYTES;
    }

    /** Keeps a reply. */
    void keep(
            final ClientSession session,
            final long first,
            final int requests,
            final long firstSeq,
            final long timeNs,
            final byte[] block,
            final int length) {
        session.replies.add(first, requests, firstSeq, timeNs, block, length);
        bytes += length;
    }

    /** Frees the replies to all requests of a session up to a number. */
    void freeUpTo(final ClientSession session, final long request) {
        final long before = session.replies.bytes();
        session.replies.freeUpTo(request);
        bytes -= before - session.replies.bytes();
    }

    /** Returns whether a door has opened one of the sessions. */
    boolean hasDoors() {
        for (final ClientSession session : byNumber) {
            if (session != null && session.isDoor) {
                return true;
            }
        }
        return false;
    }

    /** All sessions, by ascending number. */
    void forEach(final Consumer<ClientSession> visitor) {
        for (final ClientSession session : byNumber) {
            if (session != null) {
                visitor.accept(session);
            }
        }
    }
}
