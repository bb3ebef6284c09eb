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
 * Queries on their way: each is sent until it is answered, which does no harm, because a query changes nothing. One
 * that takes the leader long is asked again more and more rarely, so that asking does not take the leader's time, and
 * an answer to any of its messages counts. Pure, as {@link RequestFlow}. Used by one thread.
 */
public final class QueryFlow {
    private static final long FIRST_SILENCE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_SILENCE_NS = TimeUnit.SECONDS.toNanos(16);

    /** Hears the answer to a query. */
    @FunctionalInterface
    public interface Listener {
        /**
         * The query has ended.
         *
         * @param report what answers it; null where it was refused
         * @param refusal why, where it was
         */
        void onReport(@Nullable Object report, @Nullable Refusal refusal);
    }

    /** A message of a query on this connection, and what has come of its answer. */
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
     * Takes a query; it goes out with the next poll.
     *
     * @param block its bytes, see {@link io.daybook.engine.codec.ReportCodec}
     */
    public void submit(final byte[] block, final Listener listener) {
        pending.add(new Pending(block, listener));
    }

    /** How many have no answer. */
    public int unanswered() {
        return pending.size();
    }

    /** A connection to the leader is there: everything goes out again. */
    public void onConnected(final long nowNs) {
        for (final Pending query : pending) {
            query.sent.clear();
        }
        silenceNs = FIRST_SILENCE_NS;
        round++;
        lastHeardNs = nowNs;
    }

    /** Sends what there is to send, until the transport takes no more; how many messages went out. */
    public int poll(final long nowNs, final Transport transport) {
        if (pending.isEmpty()) {
            lastHeardNs = nowNs; // silence begins with the first question
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

    /** Under a number of its own each time: another answer may show another state, and parts of both do not fit. */
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

    /** A reply to a query. */
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
