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

/** The state of one session of FIX. Only the book changes it; others may read it while they hold its lock. */
public final class FixBookSession extends SessionStream {
    /** Result of {@link #orderOf}: the ClOrdID is known, and belongs to no order. */
    public static final long NO_ORDER = 0;

    /** Result of {@link #orderOf}: the ClOrdID is not known. */
    public static final long UNKNOWN = -1;

    long lastRequest;
    int inbound;
    int reservedEnd = 1;
    int resets;

    /** Reports before this one were made before the last RESET: they are not sent by numbers any more. */
    long resetOut = 1;

    /** The first report of which the log does not say that the client has read it. */
    long heard = 1;

    /** The last request of the days that are over. */
    long rolledAt;

    /** Cancels of the mass cancel that is under way. */
    int massCancelled;

    boolean hasForgotten;

    /** Whether its numbers must begin anew before it continues: a backup was restored. */
    boolean mustReset;

    /** Whether its reports have the terms of orders: not before it has logged in to a build that reports them. */
    boolean tellsTerms;

    /** Its live orders, which {@link #all} has. */
    final OrderList orders = new OrderList();

    /** ClOrdIDs of today, the oldest first, and their orders. */
    final ArrayDeque<String> ids = new ArrayDeque<>();

    private final FixOrders all;
    private final Map<String, Long> orderById = new HashMap<>();

    FixBookSession(final int session, final long owner, final Outbox outbox, final FixOrders all) {
        super(session, Protocol.FIX, owner, outbox);
        this.all = all;
    }

    /** A history begins: ids that the lost one may have given are not given again. */
    void raise(final long history) {
        lastRequest = Histories.request(lastRequest, history);
    }

    /** Whether its numbers must begin anew, by a Logon with 141=Y, before it continues. */
    public boolean mustReset() {
        return mustReset;
    }

    @Override
    public long lastRequest() {
        return lastRequest;
    }

    /** The inbound number up to which everything is processed, by the journal: J. */
    public int inbound() {
        return inbound;
    }

    /** The first outbound number that is not reserved. The session uses only numbers below it. */
    public int reservedEnd() {
        return reservedEnd;
    }

    /** The number of times that its numbers began anew. */
    public int resets() {
        return resets;
    }

    /** The first report that was made after its numbers began anew. */
    public long resetOut() {
        return resetOut;
    }

    /** The first report of which the log does not say that the client has read it. */
    public long heard() {
        return heard;
    }

    /** The orders for the day that outlive it, in order of arrival; the leading door cancels them. */
    public List<FixOrder> ordersOfDaysBefore() {
        return all.of(orders).stream()
                .filter(order -> order.isDay() && OrderNumbers.request(order.id()) <= rolledAt)
                .toList();
    }

    /** Whether ClOrdIDs of today may have been forgotten, so that a repetition would look like a new request. */
    public boolean hasForgotten() {
        return hasForgotten;
    }

    /** The order that a ClOrdID of today belongs to, {@link #NO_ORDER} or {@link #UNKNOWN}. */
    public long orderOf(final String clOrdId) {
        final Long id = orderById.get(clOrdId);
        return id == null ? UNKNOWN : id;
    }

    /** Remembers a ClOrdID; if there are too many, forgets the oldest. */
    void remember(final String clOrdId, final long orderId, final int kept) {
        if (orderById.put(clOrdId, orderId) == null) {
            ids.add(clOrdId);
            if (ids.size() > kept) {
                orderById.remove(ids.remove());
                hasForgotten = true;
            }
        }
    }

    /** A day begins: only the ids of orders are kept that outlive the day before. */
    void roll() {
        rolledAt = lastRequest;
        keepLive(false);
    }

    /** Only the ids of live orders are kept. */
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
