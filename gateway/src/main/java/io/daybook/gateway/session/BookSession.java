package io.daybook.gateway.session;

import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.order.OrderList;
import io.daybook.sessions.outbox.Histories;
import io.daybook.sessions.outbox.Outbox;
import io.daybook.sessions.outbox.SessionStream;
import org.jspecify.annotations.Nullable;

/** The session book's state of one TCP session. Only the book changes it. */
final class BookSession extends SessionStream {
    private static final long NOT_RAISED = -1;

    /** The last request with a known outcome. */
    long lastRequest;

    /** The value to which the last restore of a backup raised the last request; {@link #NOT_RAISED} without one. */
    long raisedTo = NOT_RAISED;

    /** The session's live orders. */
    final OrderList orders = new OrderList();

    /** The session layer's state of this session; null if it has had none since the start. */
    @Nullable
    TcpSession live;

    BookSession(final int session, final Protocol protocol, final long owner, final Outbox outbox) {
        super(session, protocol, owner, outbox);
    }

    /** Begins a history, in which the fate of requests without an answer in the stream is unknown. */
    void raise(final long history) {
        lastRequest = Histories.request(lastRequest, history);
        raisedTo = lastRequest;
        raiseMessages(history);
    }

    /** Returns whether no request of the session was carried out since the last restore of a backup. */
    boolean isRaised() {
        return lastRequest == raisedTo;
    }

    @Override
    public long lastRequest() {
        return lastRequest;
    }
}
