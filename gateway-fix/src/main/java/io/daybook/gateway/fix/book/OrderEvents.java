package io.daybook.gateway.fix.book;

import io.daybook.api.ResultView;
import io.daybook.api.Term;
import io.daybook.sessions.order.OrderListener;
import io.daybook.sessions.order.OrderReader;
import io.daybook.wire.OffReason;
import org.jspecify.annotations.Nullable;

/** Applies the events of a result to orders, and makes their reports: docs/fix.md has the table. */
final class OrderEvents implements OrderListener {
    private static final char PARTIAL = '1';
    private static final char FILLED = '2';
    private static final char CANCELED = '4';
    private static final char REPLACED = '5';
    private static final char EXPIRED = 'C';
    private static final char RESTATED = 'D';
    private static final char TRADE = 'F';

    private final FixOrders orders;
    private final Reports reports;
    private final OrderReader reader = new OrderReader(this);

    private @Nullable FixBookSession sender;
    private @Nullable RequestTag tag;
    private Why cancelled = Why.OTHER_DOOR;
    private int cancels;

    OrderEvents(final FixOrders orders, final Reports reports) {
        this.orders = orders;
        this.reports = reports;
    }

    /**
     * Walks over the events of a result.
     *
     * @param from the sender of the command if it is a request of a FIX session; else null
     * @param said the tag of that request; else null
     * @param why the reason for the end of an order that a reduction removed without a request of its session
     */
    void on(
            final ResultView result,
            final @Nullable FixBookSession from,
            final @Nullable RequestTag said,
            final Why why) {
        sender = from;
        tag = said;
        cancelled = why;
        cancels = 0;
        reader.read(result);
    }

    /** The number of orders from which the exchange took lots in the last result. */
    int cancels() {
        return cancels;
    }

    /** The tag of the request of this result if the owner of the order sent it; else null. */
    private @Nullable RequestTag own(final FixOrder order) {
        return order.owner == sender ? tag : null;
    }

    @Override
    public void onTraded(final OrderReader trade) {
        final FixOrder order = orders.live(trade.orderId());
        if (order == null) {
            return;
        }
        orders.trade(order.row, trade.price(), trade.size(), trade.remaining());
        order.status = trade.remaining() == 0 ? FILLED : PARTIAL;
        final Report report = reports.execution(order, TRADE, ordinal(trade));
        report.side = trade.sideCode();
        report.flags |= trade.isMaker() ? Report.FLAG_MAKER : Report.FLAG_TAKER;
        report.lastSize = trade.size();
        report.lastPrice = trade.price();
        report.fee = trade.fee();
        report.tradeId = trade.tradeId();
        reports.tell(order, report);
        if (trade.remaining() == 0) {
            orders.close(order);
        }
    }

    private static int ordinal(final OrderReader event) {
        return event.index() + 1;
    }

    @Override
    public void onTakenOff(final OrderReader off) {
        final OffReason reason = off.offReason();
        cancels += reason == OffReason.REDUCED || reason == OffReason.REJECTED ? 0 : 1;
        final FixOrder order = orders.live(off.orderId());
        if (order == null) {
            return;
        }
        final RequestTag own = reason == OffReason.REDUCED ? own(order) : null;
        final Why why = why(reason);
        if (off.remaining() > 0) {
            orders.takeOff(order, off.remaining());
            restate(order, off, reason == OffReason.REDUCED ? Why.OTHER_DOOR : why);
        } else if (own != null) {
            end(order, CANCELED, ordinal(off), Why.NONE, own);
        } else {
            end(order, why == Why.DAY || why == Why.EXPIRED ? EXPIRED : CANCELED, ordinal(off), why, null);
        }
    }

    private Why why(final OffReason reason) {
        return switch (reason) {
            case REJECTED -> Why.REST_REJECTED;
            case REDUCED, CANCELLED_BY_OTHER -> cancelled;
            case STP -> Why.SELF_TRADE;
            case EXPIRED -> Why.EXPIRED;
            case DAY -> Why.DAY;
            case MASS -> Why.MASS_CANCEL;
            case LIQUIDATION -> Why.LIQUIDATION;
        };
    }

    @Override
    public void onReplaced(final OrderReader replaced) {
        final FixOrder order = orders.live(replaced.orderId());
        if (order == null) {
            return;
        }
        if (replaced.newOrderId() != 0 && replaced.newOrderId() != replaced.orderId()) {
            end(order, CANCELED, ordinal(replaced), Why.OTHER_DOOR, null); // its new id belongs to no session
            return;
        }
        orders.leaves(order, replaced.remaining());
        orders.price(order, replaced.price());
        final RequestTag own = own(order);
        final String clOrdId = order.clOrdId;
        if (own != null) {
            order.clOrdId = own.clOrdId;
            orders.stop(order, own.stop == 0 ? order.stop() : own.stop);
        } else if (order.stop() != 0 && (order.owner == null || order.owner.tellsTerms)) {
            final long trigger = replaced.result().terms().get(Term.TRIGGER);
            orders.stop(order, trigger == 0 ? order.stop() : trigger);
        }
        final Report report = reports.execution(order, REPLACED, ordinal(replaced));
        if (own != null) {
            report.origClOrdId = clOrdId;
        } else {
            report.why = Why.OTHER_DOOR;
        }
        reports.tell(order, report);
    }

    @Override
    public void onTriggered(final OrderReader triggered) {
        final FixOrder order = orders.live(triggered.orderId());
        if (order != null) {
            orders.waits(order, false);
        }
        restate(triggered, Why.TRIGGERED);
    }

    @Override
    public void onRepriced(final OrderReader repriced) {
        restate(repriced, Why.REPRICED);
    }

    private void restate(final OrderReader event, final Why why) {
        final FixOrder order = orders.live(event.orderId());
        if (order != null) {
            orders.price(order, event.price());
            restate(order, event, why);
        }
    }

    private void restate(final FixOrder order, final OrderReader event, final Why why) {
        final Report report = reports.execution(order, RESTATED, ordinal(event));
        report.why = why;
        reports.tell(order, report);
    }

    /**
     * Ends an order and reports the end.
     *
     * @param end the ExecType and OrdStatus of the report
     * @param own the tag of the request by which the order's owner ended it; null if no request did
     */
    void end(final FixOrder order, final char end, final int ordinal, final Why why, final @Nullable RequestTag own) {
        orders.remaining(order.row, 0);
        order.status = end;
        final Report report = reports.execution(order, end, ordinal);
        report.why = why;
        if (own != null) {
            report.origClOrdId = order.clOrdId;
            report.clOrdId = own.clOrdId;
        }
        reports.tell(order, report);
        orders.close(order);
    }
}
