package io.daybook.gateway.session;

import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.order.OrderList;
import io.daybook.sessions.outbox.Histories;
import io.daybook.sessions.outbox.Outbox;
import io.daybook.sessions.outbox.SessionStream;
import org.jspecify.annotations.Nullable;

/** What the session book knows of one session of TCP. Only the book changes it. */
final class BookSession extends SessionStream {
    private static final long NOT_RAISED = -1;

    /** The last request that has its fate. */
    long lastRequest;

    /** What the last restore of a backup has raised the last request to; {@link #NOT_RAISED} without one. */
    long raisedTo = NOT_RAISED;

    /** Its live orders. */
    final OrderList orders = new OrderList();

    /** What the session layer has of it; null where it has not been there since the start. */
    @Nullable
    TcpSession live;

    BookSession(final int session, final Protocol protocol, final long owner, final Outbox outbox) {
        super(session, protocol, owner, outbox);
    }

    /** A history begins, in which nothing is known of requests whose answers are not in the stream. */
    void raise(final long history) {
        lastRequest = Histories.request(lastRequest, history);
        raisedTo = lastRequest;
        raiseMessages(history);
    }

    /** Whether none of its requests was carried out since the last restore of a backup. */
    boolean isRaised() {
        return lastRequest == raisedTo;
    }

    @Override
    public long lastRequest() {
        return lastRequest;
    }
}
