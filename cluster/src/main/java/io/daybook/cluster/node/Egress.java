package io.daybook.cluster.node;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.SessionMessageHeaderEncoder;
import io.aeron.cluster.service.ClientSession;
import io.aeron.exceptions.RegistrationException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Sends replies to connections. Replies that a connection does not take at once wait here, in order, so that the log
 * does not wait for a slow client, and a slightly slow client does not lose its connection: after a change of leader a
 * client receives thousands of replies at once, and if its connection were closed for that, it would request all of
 * them again, forever.
 *
 * <pre>
 *  reply ── nothing waits, and the connection takes it ──► sent
 *    └───── else ──► waits ── poll ──► sent        beyond {@link #MAX_WAITING_BYTES}: the connection is closed
 *                     └────── connection gone ──► dropped: replies are kept in the state, and the client asks again
 * </pre>
 *
 * <p>A reply that was held back until another node had carried out its command ({@link ResultRelease}) is sent between
 * messages of the log, where the connection's own publication cannot be used. So it goes through a publication of this
 * class, which then lives as long as the connection.
 *
 * <p>Only the leader uses it; it is not replicated. Used by the service's thread.
 */
final class Egress {
    /** A connection with more waiting bytes is closed. One reply may exceed this. */
    static final long MAX_WAITING_BYTES = 16L << 20;

    /** The limit for all connections together. */
    static final long MAX_ALL_WAITING_BYTES = 128L << 20;

    private static final long NONE = Aeron.NULL_VALUE;

    /** The waiting replies of one connection. */
    private static final class Waiting {
        final ClientSession session;
        final ArrayDeque<byte[]> messages = new ArrayDeque<>();
        long bytes;
        long registration;

        /** Whether its publication stays when nothing waits. */
        boolean isKept;

        /** Whether too much waited. */
        boolean isTooSlow;

        /**
         * Replaces the connection's own publication, which cannot be used between messages of the log. Both write into
         * one buffer of the driver.
         */
        @Nullable
        Publication publication;

        Waiting(final ClientSession session, final long registration) {
            this.session = session;
            this.registration = registration;
        }
    }

    private final Aeron aeron;
    private final List<Waiting> waiting = new ArrayList<>();
    private final Long2ObjectHashMap<Waiting> byId = new Long2ObjectHashMap<>();
    private boolean isAnyTooSlow;
    private final UnsafeBuffer message = new UnsafeBuffer();
    private final UnsafeBuffer head = new UnsafeBuffer(new byte[AeronCluster.SESSION_HEADER_LENGTH]);
    private final SessionMessageHeaderEncoder header = new SessionMessageHeaderEncoder();
    private long allBytes;
    private long connectionsClosed;

    /**
     * Creates an egress without waiting replies.
     *
     * @param aeron the service's client, which is not closed here
     */
    Egress(final Aeron aeron) {
        this.aeron = aeron;
        header.wrapAndApplyHeader(head, 0, new MessageHeaderEncoder());
    }

    /** Sends a reply, now or later. Called inside a message of the log. */
    void send(final ClientSession session, final byte[] bytes, final int offset, final int length) {
        if (session.isClosing()) {
            return;
        }
        Waiting queue = waiting.isEmpty() ? null : find(session);
        if (queue == null) {
            message.wrap(bytes, offset, length);
            final long sent = session.offer(message, 0, length);
            if (!isToWaitFor(sent)) {
                return; // taken, or the connection is gone
            }
            queue = begin(session);
        }
        add(queue, bytes, offset, length);
        closeSlow();
    }

    /**
     * Sends a reply that was held back, now or later. Called between messages of the log.
     *
     * @param term the term of leadership
     * @param timestampNs the time of the log
     */
    void release(
            final ClientSession session,
            final byte[] bytes,
            final int length,
            final long term,
            final long timestampNs) {
        if (session.isClosing()) {
            return;
        }
        final Waiting known = find(session);
        final Waiting queue = known == null ? begin(session) : known;
        queue.isKept = true;
        final Publication publication = queue.messages.isEmpty() ? publication(queue) : null;
        if (publication != null) {
            message.wrap(bytes, 0, length);
            header.leadershipTermId(term).clusterSessionId(session.id()).timestamp(timestampNs);
            if (!isToWaitFor(publication.offer(head, 0, head.capacity(), message, 0, length))) {
                return; // taken, or the connection is gone
            }
        }
        add(queue, bytes, 0, length);
    }

    private Waiting begin(final ClientSession session) {
        final Waiting queue =
                new Waiting(session, aeron.asyncAddPublication(session.responseChannel(), session.responseStreamId()));
        waiting.add(queue);
        byId.put(session.id(), queue);
        return queue;
    }

    private void add(final Waiting queue, final byte[] bytes, final int offset, final int length) {
        if (queue.isTooSlow || queue.bytes >= MAX_WAITING_BYTES || allBytes >= MAX_ALL_WAITING_BYTES) {
            queue.isTooSlow = true;
            isAnyTooSlow = true;
            drop(queue);
            return;
        }
        final byte[] copy = new byte[length];
        System.arraycopy(bytes, offset, copy, 0, length);
        queue.messages.add(copy);
        queue.bytes += length;
        allBytes += length;
    }

    private void drop(final Waiting queue) {
        queue.messages.clear();
        allBytes -= queue.bytes;
        queue.bytes = 0;
    }

    /**
     * Closes connections with too many waiting bytes. Called inside a message of the log, the only place where that is
     * possible.
     */
    void closeSlow() {
        if (!isAnyTooSlow) {
            return;
        }
        isAnyTooSlow = false;
        for (int i = waiting.size() - 1; i >= 0; i--) {
            final Waiting queue = waiting.get(i);
            if (queue.isTooSlow) {
                remove(queue);
                connectionsClosed++;
                queue.session.close();
            }
        }
    }

    private static boolean isToWaitFor(final long sent) {
        return sent == Publication.BACK_PRESSURED || sent == Publication.ADMIN_ACTION;
    }

    private @Nullable Waiting find(final ClientSession session) {
        return byId.get(session.id());
    }

    /**
     * Sends waiting replies until their connections take no more.
     *
     * @param term the term of leadership
     * @param timestampNs the time of the log
     * @return how many messages were sent
     */
    int poll(final long term, final long timestampNs) {
        int count = 0;
        for (int i = allBytes == 0 ? -1 : waiting.size() - 1; i >= 0; i--) {
            count += poll(waiting.get(i), term, timestampNs);
        }
        return count;
    }

    private int poll(final Waiting queue, final long term, final long timestampNs) {
        final Publication publication = publication(queue);
        int count = 0;
        while (publication != null && !queue.messages.isEmpty()) {
            final byte[] next = queue.messages.getFirst();
            message.wrap(next);
            header.leadershipTermId(term).clusterSessionId(queue.session.id()).timestamp(timestampNs);
            final long sent = publication.offer(head, 0, head.capacity(), message, 0, next.length);
            if (isToWaitFor(sent)) {
                return count;
            }
            if (sent < 0) {
                drop(queue); // the connection is gone
                break;
            }
            queue.messages.removeFirst();
            queue.bytes -= next.length;
            allBytes -= next.length;
            count++;
        }
        if (publication == null && queue.registration == NONE || publication != null && !queue.isKept) {
            remove(queue);
        }
        return count;
    }

    /** Returns the publication of a queue; null if it is not there yet, or was refused. */
    private @Nullable Publication publication(final Waiting queue) {
        if (queue.publication == null && queue.registration != NONE) {
            try {
                queue.publication = aeron.getPublication(queue.registration);
                if (queue.publication != null) {
                    queue.registration = NONE;
                }
            } catch (RegistrationException e) {
                queue.registration = NONE; // dropped; the client will repeat its request
            }
        }
        return queue.publication;
    }

    private void remove(final Waiting queue) {
        waiting.remove(queue);
        byId.remove(queue.session.id());
        allBytes -= queue.bytes;
        final Publication publication = queue.publication;
        if (publication != null) {
            publication.close();
        } else if (queue.registration != NONE) {
            aeron.asyncRemovePublication(queue.registration);
        }
    }

    /** Drops the waiting replies of a closed connection. */
    void onClose(final ClientSession session) {
        final Waiting queue = find(session);
        if (queue != null) {
            remove(queue);
        }
    }

    /** Called when this node no longer leads. */
    void clear() {
        while (!waiting.isEmpty()) {
            remove(waiting.get(waiting.size() - 1));
        }
    }

    /** Returns how many connections were closed because too much waited for them. */
    long connectionsClosed() {
        return connectionsClosed;
    }
}
