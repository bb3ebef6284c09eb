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
 * Queries on their way: each is sent until it is answered, which does no harm, because a query changes nothing. Pure,
 * as {@link RequestFlow}. Used by one thread.
 */
public final class QueryFlow {
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(1);

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

    private static final class Pending {
        final byte[] block;
        final Listener listener;
        Parts parts = new Parts();
        long number;
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
        round++;
        lastHeardNs = nowNs;
    }

    /** Sends what there is to send, until the transport takes no more; how many messages went out. */
    public int poll(final long nowNs, final Transport transport) {
        if (pending.isEmpty()) {
            lastHeardNs = nowNs; // silence begins with the first question
        } else if (nowNs - lastHeardNs > SILENCE_NS) {
            onConnected(nowNs);
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
        Request.putHead(message, RequestKind.QUERY, 0, 0, 0, 0, lastNumber + 1);
        System.arraycopy(query.block, 0, message, Request.HEAD_LENGTH, query.block.length);
        if (!transport.send(message, message.length)) {
            return false;
        }
        query.number = ++lastNumber;
        query.round = round;
        query.parts = new Parts();
        return true;
    }

    /** A reply to a query. */
    public void onReply(final Reply reply, final long nowNs) {
        lastHeardNs = nowNs;
        for (int i = 0; i < pending.size(); i++) {
            final Pending query = pending.get(i);
            if (query.number != 0 && query.number == reply.first()) {
                onReply(reply, query, i);
                return;
            }
        }
    }

    private void onReply(final Reply reply, final Pending query, final int index) {
        if (reply.kind() == ReplyKind.REFUSED) {
            pending.remove(index);
            query.listener.onReport(null, reply.refusal());
        } else if (query.parts.add(reply)) {
            pending.remove(index);
            query.listener.onReport(ReportCodec.decodeReport(query.parts.block(), 0, query.parts.length()), null);
        }
    }
}
