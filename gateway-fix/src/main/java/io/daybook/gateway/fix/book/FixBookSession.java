package io.daybook.gateway.fix.book;

import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.order.OrderList;
import io.daybook.sessions.outbox.Histories;
import io.daybook.sessions.outbox.Outbox;
import io.daybook.sessions.outbox.SessionStream;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The state of one FIX session. Only the book changes it; other classes read it under the book's lock. */
public final class FixBookSession extends SessionStream {
    /** The result of {@link #orderOf} if the ClOrdID is known, and belongs to no order. */
    public static final long NO_ORDER = 0;

    /** The result of {@link #orderOf} if the ClOrdID is not known. */
    public static final long UNKNOWN = -1;

    long lastRequest;
    int inbound;
    int reservedEnd = 1;
    int resets;

    /** The first report after the last RESET; earlier reports cannot be requested by number any more. */
    long resetOut = 1;

    /** The first report that, by the log, the client may not have read. */
    long heard = 1;

    /** The last request of the days that are over. */
    long rolledAt;

    /** How many orders the current mass cancel has cancelled so far. */
    int massCancelled;

    boolean hasForgotten;

    /** True if the numbers must begin anew before the session continues, because a backup was restored. */
    boolean mustReset;

    /** True if reports have the terms of orders, once the session has logged in to a build that reports them. */
    boolean tellsTerms;

    /** The session's live orders, whose records are in {@link #all}. */
    final OrderList orders = new OrderList();

    /** ClOrdIDs of today, the oldest first, and their orders. */
    final ArrayDeque<String> ids = new ArrayDeque<>();

    private final FixOrders all;
    private final Map<String, Long> orderById = new HashMap<>();

    FixBookSession(final int session, final long owner, final Outbox outbox, final FixOrders all) {
        super(session, Protocol.FIX, owner, outbox);
        this.all = all;
    }

    /** Begins a history: ids that the lost history may have assigned are not assigned again. */
    void raise(final long history) {
        lastRequest = Histories.request(lastRequest, history);
    }

    /** Returns whether the numbers must begin anew, by a Logon with 141=Y, before the session continues. */
    public boolean mustReset() {
        return mustReset;
    }

    @Override
    public long lastRequest() {
        return lastRequest;
    }

    /** The inbound number up to which, by the journal, everything is processed; called J. */
    public int inbound() {
        return inbound;
    }

    /** The first outbound number that is not reserved. The session uses only numbers below it. */
    public int reservedEnd() {
        return reservedEnd;
    }

    /** How many times the numbers began anew. */
    public int resets() {
        return resets;
    }

    /** The first report that was made after the numbers last began anew. */
    public long resetOut() {
        return resetOut;
    }

    /** The first report that, by the log, the client may not have read. */
    public long heard() {
        return heard;
    }

    /**
     * The orders that were good for an earlier day and still live, in order of arrival; the leading door cancels them.
     */
    public List<FixOrder> ordersOfDaysBefore() {
        return all.of(orders).stream()
                .filter(order -> order.isDay() && OrderNumbers.request(order.id()) <= rolledAt)
                .toList();
    }

    /**
     * Returns whether ClOrdIDs of today may have been forgotten, so that a repetition would look like a new request.
     */
    public boolean hasForgotten() {
        return hasForgotten;
    }

    /** The id of the order that a ClOrdID of today belongs to, {@link #NO_ORDER} or {@link #UNKNOWN}. */
    public long orderOf(final String clOrdId) {
        final Long id = orderById.get(clOrdId);
        return id == null ? UNKNOWN : id;
    }

    /** Stores a ClOrdID; if there are too many, removes the oldest. */
    void remember(final String clOrdId, final long orderId, final int kept) {
        if (orderById.put(clOrdId, orderId) == null) {
            ids.add(clOrdId);
            if (ids.size() > kept) {
                orderById.remove(ids.remove());
                hasForgotten = true;
            }
        }
    }

    /** Begins a day: keeps only the ids of orders that outlive the day before. */
    void roll() {
        rolledAt = lastRequest;
        keepLive(false);
    }

    /** Keeps only the ids of live orders. */
    void forgetClosed() {
        keepLive(true);
    }

    private void keepLive(final boolean keepsDay) {
        final ArrayDeque<String> kept = new ArrayDeque<>();
        for (final FixOrder order : all.of(orders)) {
            if (keepsDay || !order.isDay()) {
                kept.add(order.clOrdId);
            }
        }
        final Map<String, Long> before = new HashMap<>(orderById);
        ids.clear();
        orderById.clear();
        for (final String id : kept) {
            ids.add(id);
            orderById.put(id, before.getOrDefault(id, NO_ORDER));
        }
        hasForgotten = false;
    }
}
