package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.book.FixBook;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.fix.book.FixOrder;
import io.daybook.sessions.GatewayCommands;
import io.daybook.sessions.Tags;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayDeque;
import java.util.function.IntPredicate;

/**
 * Ends a day: journals the end for each session, so that ClOrdIDs may be used again, and cancels its DAY orders. Used
 * under the layer's lock, by the gateway's thread.
 */
final class DayRoll {
    private final FixBook book;
    private final ArrayDeque<FixBookSession> sessions = new ArrayDeque<>();
    private final ArrayDeque<FixOrder> orders = new ArrayDeque<>();
    private final byte[] tag = {Tags.ROLL};

    DayRoll(final FixBook book) {
        this.book = book;
    }

    /** Begins to end the day of every session in the book. */
    void begin() {
        book.forEach(session -> sessions.add((FixBookSession) session));
    }

    /**
     * Called when the log has the end of a session's day: its DAY orders are due, whichever node began to cancel them.
     */
    void overFor(final FixBookSession session) {
        orders.addAll(session.ordersOfDaysBefore());
    }

    /** Stops because this node no longer leads; the next leader ends the day. */
    void stop() {
        sessions.clear();
        orders.clear();
    }

    /**
     * Sends the commands that are due, as far as there is room.
     *
     * @param opened tests whether the log accepts a command for a session now
     * @return how many commands were sent
     */
    int send(final GatewayCommands commands, final IntPredicate opened) {
        int sent = 0;
        while (!sessions.isEmpty() || !orders.isEmpty()) {
            if (orders.isEmpty()) {
                final FixBookSession session = sessions.element();
                if (!opened.test(session.session())
                        || !commands.nop(OrderNumbers.cookie(session.session(), 0), tag, tag.length)) {
                    return sent;
                }
                sessions.remove();
                book.orders(session).stream().filter(FixOrder::isDay).forEach(orders::add);
            } else {
                final FixOrder order = orders.element();
                final int session = OrderNumbers.session(order.id());
                if (order.isLive()
                        && !(opened.test(session)
                                && commands.cancel(
                                        session, order.uid(), order.symbol(), order.id(), Tags.CANCEL_DAY))) {
                    return sent;
                }
                orders.remove();
            }
            sent++;
        }
        return sent;
    }

    /** Returns whether all commands were sent, so that no DAY order of an earlier day is left. */
    boolean isOver() {
        return sessions.isEmpty() && orders.isEmpty();
    }
}
