package io.daybook.it;

import io.daybook.api.AdjustBalance;
import io.daybook.api.AdjustBalanceWriter;
import io.daybook.api.CancelOrder;
import io.daybook.api.CancelOrderWriter;
import io.daybook.api.Command;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.MassCancel;
import io.daybook.api.MassCancelWriter;
import io.daybook.api.MoveOrder;
import io.daybook.api.MoveOrderWriter;
import io.daybook.api.Nop;
import io.daybook.api.NopWriter;
import io.daybook.api.PlaceOrder;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReduceOrderWriter;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ReplaceOrderWriter;
import io.daybook.api.Term;
import io.daybook.api.Tick;
import io.daybook.api.TickWriter;
import java.util.function.Supplier;

/** Sends command records through a fast door, one by one or in a batch. Only the thread of the door may use it. */
public record FastWriters(
        Supplier<PlaceOrderWriter> place,
        Supplier<MoveOrderWriter> move,
        Supplier<ReduceOrderWriter> reduce,
        Supplier<CancelOrderWriter> cancel,
        Supplier<ReplaceOrderWriter> replace,
        Supplier<MassCancelWriter> massCancel,
        Supplier<TickWriter> tick,
        Supplier<NopWriter> nop,
        Supplier<AdjustBalanceWriter> adjust) {

    private static final byte[] NO_TAG = {};

    /** Sends each command in its own slot. */
    public static FastWriters of(final CommandDoor door) {
        return new FastWriters(
                door::place,
                door::move,
                door::reduce,
                door::cancel,
                door::replace,
                door::massCancel,
                door::tick,
                door::nop,
                door::adjust);
    }

    /** Fills the slots of a batch, which the caller publishes. */
    public static FastWriters of(final CommandBatch batch) {
        return new FastWriters(
                batch::place,
                batch::move,
                batch::reduce,
                batch::cancel,
                batch::replace,
                batch::massCancel,
                batch::tick,
                batch::nop,
                batch::adjust);
    }

    /** Whether a fast door accepts commands of this type. */
    public static boolean isFast(final Command command) {
        return command instanceof PlaceOrder
                || command instanceof MoveOrder
                || command instanceof ReduceOrder
                || command instanceof CancelOrder
                || command instanceof ReplaceOrder
                || command instanceof MassCancel
                || command instanceof Tick
                || command instanceof Nop
                || command instanceof AdjustBalance;
    }

    /** Fills a slot with a command that a fast door {@linkplain #isFast accepts}. */
    public void send(final Command command, final long cookie, final long timestampNs) {
        send(command, cookie, timestampNs, NO_TAG);
    }

    /** Fills a slot with a command and its tag. */
    public void send(final Command command, final long cookie, final long timestampNs, final byte[] tag) {
        if (command instanceof PlaceOrder order) {
            final PlaceOrderWriter writer = place.get()
                    .uid(order.uid())
                    .symbol(order.symbol())
                    .orderId(order.orderId())
                    .side(order.side())
                    .type(order.orderType())
                    .price(order.price())
                    .reservePrice(order.reservePrice())
                    .size(order.size());
            for (final Term term : Term.values()) {
                if (order.terms().has(term)) {
                    writer.term(term, order.terms().get(term));
                }
            }
            writer.cookie(cookie)
                    .timestampNs(timestampNs)
                    .tag(tag, 0, tag.length)
                    .publish();
        } else if (command instanceof MoveOrder order) {
            move.get()
                    .uid(order.uid())
                    .symbol(order.symbol())
                    .orderId(order.orderId())
                    .price(order.price())
                    .cookie(cookie)
                    .timestampNs(timestampNs)
                    .tag(tag, 0, tag.length)
                    .publish();
        } else if (command instanceof ReduceOrder order) {
            reduce.get()
                    .uid(order.uid())
                    .symbol(order.symbol())
                    .orderId(order.orderId())
                    .size(order.size())
                    .cookie(cookie)
                    .timestampNs(timestampNs)
                    .tag(tag, 0, tag.length)
                    .publish();
        } else if (command instanceof CancelOrder order) {
            cancel.get()
                    .uid(order.uid())
                    .symbol(order.symbol())
                    .orderId(order.orderId())
                    .cookie(cookie)
                    .timestampNs(timestampNs)
                    .tag(tag, 0, tag.length)
                    .publish();
        } else if (command instanceof ReplaceOrder order) {
            replace.get()
                    .uid(order.uid())
                    .symbol(order.symbol())
                    .orderId(order.orderId())
                    .newOrderId(order.newOrderId())
                    .price(order.price())
                    .size(order.size())
                    .reservePrice(order.reservePrice())
                    .trigger(order.trigger())
                    .stopPrice(order.stopPrice())
                    .cookie(cookie)
                    .timestampNs(timestampNs)
                    .tag(tag, 0, tag.length)
                    .publish();
        } else if (command instanceof MassCancel cancelAll) {
            final MassCancelWriter writer =
                    massCancel.get().uid(cancelAll.uid()).symbol(cancelAll.symbol());
            if (cancelAll.side() != null) {
                writer.side(cancelAll.side());
            }
            if (cancelAll.flagged()) {
                writer.flagged();
            }
            if (cancelAll.suspend()) {
                writer.suspend();
            }
            writer.cookie(cookie)
                    .timestampNs(timestampNs)
                    .tag(tag, 0, tag.length)
                    .publish();
        } else if (command instanceof Tick ofSymbol) {
            tick.get()
                    .symbol(ofSymbol.symbol())
                    .cookie(cookie)
                    .timestampNs(timestampNs)
                    .tag(tag, 0, tag.length)
                    .publish();
        } else if (command instanceof Nop) {
            nop.get()
                    .cookie(cookie)
                    .timestampNs(timestampNs)
                    .tag(tag, 0, tag.length)
                    .publish();
        } else if (command instanceof AdjustBalance adjustment) {
            adjust.get()
                    .uid(adjustment.uid())
                    .currency(adjustment.currency())
                    .amount(adjustment.amount())
                    .transactionId(adjustment.transactionId())
                    .cookie(cookie)
                    .timestampNs(timestampNs)
                    .tag(tag, 0, tag.length)
                    .publish();
        } else {
            throw new IllegalArgumentException("no fast door accepts the command: " + command);
        }
    }
}
