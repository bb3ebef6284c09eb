package io.daybook.gateway.fix.book;

import io.daybook.api.ActCause;
import io.daybook.api.CancelReason;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.ResultView;
import org.jspecify.annotations.Nullable;

/** What the events of a result do to orders, and the reports that tell of it: docs/fix.md has the table. */
final class OrderEvents {
    private static final char PARTIAL = '1';
    private static final char FILLED = '2';
    private static final char CANCELED = '4';
    private static final char REPLACED = '5';
    private static final char EXPIRED = 'C';
    private static final char RESTATED = 'D';
    private static final char TRADE = 'F';

    /** The sum of the codes of both sides. */
    private static final int BOTH_SIDES = 3;

    private final FixOrders orders;
    private final Reports reports;

    OrderEvents(final FixOrders orders, final Reports reports) {
        this.orders = orders;
        this.reports = reports;
    }

    /**
     * Walks over the events of a result.
     *
     * @param sender of the command, where it is a request of a session of FIX, with {@code tag}; else null
     * @param cancelled why an order has ended that a reduction took off, and not its session's own request
     */
    void on(
            final ResultView result,
            final @Nullable FixBookSession sender,
            final @Nullable RequestTag tag,
            final Why cancelled) {
        for (int i = 0; i < result.eventCount(); i++) {
            final EventView event = result.event(i);
            final int kind = event.kindCode();
            final int ordinal = i + 1;
            if (kind == EventKind.TRADE.code()) {
                onTrade(event, ordinal);
            } else if (kind == EventKind.REDUCE.code()) {
                onReduce(event, ordinal, sender, tag, cancelled);
            } else if (kind == EventKind.REJECT.code()) {
                final FixOrder order = orders.live(event.takerOrderId());
                if (order != null) {
                    end(order, CANCELED, CANCELED, ordinal, Why.REST_REJECTED, null);
                }
            } else if (kind == EventKind.CANCEL.code()) {
                onCancel(event, ordinal);
            } else if (kind == EventKind.REPLACE.code()) {
                onReplace(event, ordinal, sender, tag);
            } else if (kind == EventKind.ACT.code()) {
                onAct(event, ordinal);
            } else if (kind == EventKind.REPRICE.code()) {
                onReprice(event, ordinal);
            }
        }
    }

    private void onTrade(final EventView event, final int ordinal) {
        final int takerSide = event.takerSideCode();
        trade(
                event.takerOrderId(),
                event,
                takerSide,
                event.takerRemaining(),
                event.takerFee(),
                Report.FLAG_TAKER,
                ordinal);
        trade(
                event.makerOrderId(),
                event,
                BOTH_SIDES - takerSide,
                event.makerRemaining(),
                event.makerFee(),
                Report.FLAG_MAKER,
                ordinal);
    }

    private void trade(
            final long orderId,
            final EventView event,
            final int side,
            final long remaining,
            final long fee,
            final int role,
            final int ordinal) {
        final FixOrder order = orders.live(orderId);
        if (order == null) {
            return;
        }
        order.fill(event.size(), event.price());
        order.leaves = remaining;
        order.status = remaining == 0 ? FILLED : PARTIAL;
        final Report report = reports.execution(order, TRADE, ordinal);
        report.side = side;
        report.flags |= role;
        report.lastSize = event.size();
        report.lastPrice = event.price();
        report.fee = fee;
        report.tradeId = event.tradeId();
        reports.tell(order, report);
        if (remaining == 0) {
            orders.close(order);
        }
    }

    private void onReduce(
            final EventView event,
            final int ordinal,
            final @Nullable FixBookSession sender,
            final @Nullable RequestTag tag,
            final Why cancelled) {
        final FixOrder order = orders.live(event.takerOrderId());
        if (order == null) {
            return;
        }
        final RequestTag own = order.owner == sender ? tag : null;
        if (event.takerRemaining() > 0) {
            restate(order, event.takerRemaining(), ordinal, Why.OTHER_DOOR);
        } else if (own != null) {
            end(order, CANCELED, CANCELED, ordinal, Why.NONE, own);
        } else if (cancelled == Why.DAY) {
            end(order, EXPIRED, EXPIRED, ordinal, Why.DAY, null);
        } else {
            end(order, CANCELED, CANCELED, ordinal, cancelled, null);
        }
    }

    private void onCancel(final EventView event, final int ordinal) {
        final FixOrder order = orders.live(event.makerOrderId());
        if (order == null) {
            return;
        }
        final int reason = event.causeCode();
        final Why why = reason == CancelReason.STP.code()
                ? Why.SELF_TRADE
                : reason == CancelReason.EXPIRED.code()
                        ? Why.EXPIRED
                        : reason == CancelReason.DAY.code()
                                ? Why.DAY
                                : reason == CancelReason.MASS.code() ? Why.MASS_CANCEL : Why.LIQUIDATION;
        if (event.makerRemaining() > 0) {
            restate(order, event.makerRemaining(), ordinal, why);
            return;
        }
        final char end = why == Why.EXPIRED || why == Why.DAY ? EXPIRED : CANCELED;
        end(order, end, end, ordinal, why, null);
    }

    private void onReplace(
            final EventView event,
            final int ordinal,
            final @Nullable FixBookSession sender,
            final @Nullable RequestTag tag) {
        final FixOrder order = orders.live(event.makerOrderId());
        if (order == null) {
            return;
        }
        if (event.newOrderId() != 0 && event.newOrderId() != order.id) {
            end(order, CANCELED, CANCELED, ordinal, Why.OTHER_DOOR, null); // it has an id that is no session's
            return;
        }
        order.leaves = event.makerRemaining();
        order.size = order.cum + order.leaves;
        order.price = event.price();
        final Report report = reports.execution(order, REPLACED, ordinal);
        if (tag != null && order.owner == sender) {
            report.origClOrdId = order.clOrdId;
            order.clOrdId = tag.clOrdId;
            order.stop = tag.stop == 0 ? order.stop : tag.stop;
            report.clOrdId = order.clOrdId;
            report.stop = order.stop;
        } else {
            report.why = Why.OTHER_DOOR;
        }
        reports.tell(order, report);
    }

    /** A trigger fired; entries and exits of other doors are theirs. */
    private void onAct(final EventView event, final int ordinal) {
        final FixOrder order = orders.live(event.takerOrderId());
        if (order == null || event.causeCode() != ActCause.TRIGGER.code()) {
            return;
        }
        order.price = event.price();
        final Report report = reports.execution(order, RESTATED, ordinal);
        report.why = Why.TRIGGERED;
        reports.tell(order, report);
    }

    private void onReprice(final EventView event, final int ordinal) {
        final FixOrder order = orders.live(event.makerOrderId());
        if (order != null) {
            order.price = event.price();
            final Report report = reports.execution(order, RESTATED, ordinal);
            report.why = Why.REPRICED;
            reports.tell(order, report);
        }
    }

    private void restate(final FixOrder order, final long leaves, final int ordinal, final Why why) {
        order.lost += order.leaves - leaves;
        order.leaves = leaves;
        order.size = order.cum + leaves;
        final Report report = reports.execution(order, RESTATED, ordinal);
        report.why = why;
        reports.tell(order, report);
    }

    /** @param own of the request by which its owner ended it, or null */
    void end(
            final FixOrder order,
            final char execType,
            final char status,
            final int ordinal,
            final Why why,
            final @Nullable RequestTag own) {
        order.leaves = 0;
        order.status = status;
        final Report report = reports.execution(order, execType, ordinal);
        report.why = why;
        if (own != null) {
            report.origClOrdId = order.clOrdId;
            report.clOrdId = own.clOrdId;
        }
        reports.tell(order, report);
        orders.close(order);
    }
}
