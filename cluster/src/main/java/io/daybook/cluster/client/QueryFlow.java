package io.daybook.cluster.client;

import io.daybook.cluster.state.Refusal;
import io.daybook.cluster.state.Reply;
import io.daybook.cluster.state.ReplyKind;
import io.daybook.cluster.state.Request;
import io.daybook.cluster.state.RequestKind;
import io.daybook.engine.codec.ReportCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Queries in flight: each is sent until it is answered, which is harmless, because a query changes nothing. A query
 * that takes the leader long is repeated ever less often, so that repetition does not take the leader's time, and an
 * answer to any of its messages counts. Pure, like {@link RequestFlow}. Used by one thread.
 */
public final class QueryFlow {
    private static final long FIRST_SILENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_SILENCE_NS = TimeUnit.SECONDS.toNanos(16);

    /** Receives the answer to a query. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Called when the query has ended.
         *
         * @param report the answer; null if it was refused
         * @param refusal the reason; null if it was answered
         */
        void onReport(@Nullable Object report, @Nullable Refusal refusal);
    }

    /** A message of a query on this connection, with the parts received of its answer. */
    private record Sent(long number, Parts parts) {}

    private static final class Pending {
        final byte[] block;
        final Listener listener;
        final List<Sent> sent = new ArrayList<>();
        long round;

        Pending(final byte[] block, final Listener listener) {
            this.block = block;
            this.listener = listener;
        }
    }

    private final List<Pending> pending = new ArrayList<>();
    private long lastNumber;
    private long round = 1;
    private long lastHeardNs;
    private long silenceNs = FIRST_SILENCE_NS;

    /**
     * Accepts a query; the next poll sends it.
     *
     * @param block the bytes of the query, see {@link io.daybook.engine.codec.ReportCodec}
     */
    public void submit(final byte[] block, final Listener listener) {
        pending.add(new Pending(block, listener));
    }

    /** Returns how many queries have no answer. */
    public int unanswered() {
        return pending.size();
    }

    /** Called when there is a connection to the leader: everything is sent again. */
    public void onConnected(final long nowNs) {
        for (final Pending query : pending) {
            query.sent.clear();
        }
        silenceNs = FIRST_SILENCE_NS;
        round++;
        lastHeardNs = nowNs;
    }

    /** Sends pending messages until the transport takes no more; returns how many were sent. */
    public int poll(final long nowNs, final Transport transport) {
        if (pending.isEmpty()) {
            lastHeardNs = nowNs; // silence begins with the first query
        } else if (nowNs - lastHeardNs > silenceNs) {
            silenceNs = Math.min(2 * silenceNs, LONGEST_SILENCE_NS);
            round++;
            lastHeardNs = nowNs;
        }
        int count = 0;
        for (final Pending query : pending) {
            if (query.round != round) {
                if (!send(query, transport)) {
                    return count;
                }
                count++;
            }
        }
        return count;
    }

    /**
     * Sends a query, under a new number each time: two answers may show different states, and their parts do not fit.
     */
    private boolean send(final Pending query, final Transport transport) {
        final byte[] message = new byte[Request.HEAD_LENGTH + query.block.length];
        Request.putHead(message, RequestKind.QUERY, 0, 0, 0, lastNumber + 1);
        System.arraycopy(query.block, 0, message, Request.HEAD_LENGTH, query.block.length);
        if (!transport.send(message, message.length)) {
            return false;
        }
        query.sent.add(new Sent(++lastNumber, new Parts()));
        query.round = round;
        return true;
    }

    /** Handles a reply to a query. */
    public void onReply(final Reply reply, final long nowNs) {
        lastHeardNs = nowNs;
        for (int i = 0; i < pending.size(); i++) {
            for (final Sent sent : pending.get(i).sent) {
                if (sent.number == reply.first()) {
                    onReply(reply, sent.parts, i);
                    return;
                }
            }
        }
    }

    private void onReply(final Reply reply, final Parts parts, final int index) {
        if (reply.kind() == ReplyKind.REFUSED) {
            remove(index).listener.onReport(null, reply.refusal());
        } else if (parts.add(reply)) {
            remove(index).listener.onReport(ReportCodec.decodeReport(parts.block(), 0, parts.length()), null);
        }
    }

    private Pending remove(final int index) {
        silenceNs = FIRST_SILENCE_NS;
        return pending.remove(index);
    }
}
