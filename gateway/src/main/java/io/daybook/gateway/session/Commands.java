package io.daybook.gateway.session;

import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandDoor;
import io.daybook.api.MassCancelWriter;
import io.daybook.api.MoveOrderWriter;
import io.daybook.api.NoSpaceException;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrderWriter;
import io.daybook.api.ReduceOrderWriter;
import io.daybook.api.ReplaceOrderWriter;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.wire.ChangeDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.MassCancelDescriptor;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.PlaceDescriptor;
import io.daybook.wire.PlaceTermsDescriptor;
import io.daybook.wire.ReplaceDescriptor;
import io.daybook.wire.RequestDescriptor;
import io.daybook.wire.Templates;

/**
 * Sends the requests of frames through a fast door. Each method returns false if the ring or the disk is full at the
 * moment. Allocates nothing.
 */
final class Commands {
    private final CommandDoor door;

    Commands(final CommandDoor door) {
        this.door = door;
    }

    /** Sends a request whose frame was checked. */
    boolean request(final int session, final byte[] bytes, final int offset) {
        final long cookie = OrderNumbers.cookie(session, RequestDescriptor.request(bytes, offset));
        try {
            return switch (Frame.template(bytes, offset)) {
                case Templates.PLACE -> place(cookie, bytes, offset, 0);
                case Templates.PLACE_TERMS -> place(cookie, bytes, offset, PlaceTermsDescriptor.count(bytes, offset));
                case Templates.MOVE -> move(cookie, bytes, offset);
                case Templates.REDUCE -> reduce(cookie, bytes, offset);
                case Templates.CANCEL -> cancel(cookie, bytes, offset);
                case Templates.REPLACE -> replace(cookie, bytes, offset);
                case Templates.MASS_CANCEL -> massCancel(cookie, bytes, offset);
                default ->
                    throw new IllegalArgumentException(
                            "template must be that of a request: template=" + Frame.template(bytes, offset));
            };
        } catch (NoSpaceException e) {
            return false;
        }
    }

    private boolean place(final long cookie, final byte[] bytes, final int offset, final int terms) {
        final PlaceOrderWriter order = door.tryPlace();
        if (order == null) {
            return false;
        }
        order.uid(RequestDescriptor.uid(bytes, offset))
                .symbol(RequestDescriptor.symbol(bytes, offset))
                .orderId(cookie)
                .side(Side.of(PlaceDescriptor.side(bytes, offset)))
                .type(OrderType.of(PlaceDescriptor.type(bytes, offset)))
                .price(PlaceDescriptor.price(bytes, offset))
                .reservePrice(PlaceDescriptor.reserve(bytes, offset))
                .size(PlaceDescriptor.size(bytes, offset))
                .cookie(cookie);
        for (int i = 0; i < terms; i++) {
            final int term = PlaceTermsDescriptor.term(bytes, offset, i);
            final long value = term == PlaceTermsDescriptor.EXIT_ORDER_ID
                    ? OrderNumbers.exitId(cookie)
                    : PlaceTermsDescriptor.value(bytes, offset, i);
            order.term(Term.of(term), value);
        }
        order.publish();
        return true;
    }

    private boolean move(final long cookie, final byte[] bytes, final int offset) {
        final MoveOrderWriter order = door.tryMove();
        if (order == null) {
            return false;
        }
        order.uid(RequestDescriptor.uid(bytes, offset))
                .symbol(RequestDescriptor.symbol(bytes, offset))
                .orderId(ChangeDescriptor.orderId(bytes, offset))
                .price(ChangeDescriptor.price(bytes, offset))
                .cookie(cookie)
                .publish();
        return true;
    }

    private boolean reduce(final long cookie, final byte[] bytes, final int offset) {
        final ReduceOrderWriter order = door.tryReduce();
        if (order == null) {
            return false;
        }
        order.uid(RequestDescriptor.uid(bytes, offset))
                .symbol(RequestDescriptor.symbol(bytes, offset))
                .orderId(ChangeDescriptor.orderId(bytes, offset))
                .size(ChangeDescriptor.size(bytes, offset))
                .cookie(cookie)
                .publish();
        return true;
    }

    private boolean cancel(final long cookie, final byte[] bytes, final int offset) {
        final CancelOrderWriter order = door.tryCancel();
        if (order == null) {
            return false;
        }
        order.uid(RequestDescriptor.uid(bytes, offset))
                .symbol(RequestDescriptor.symbol(bytes, offset))
                .orderId(ChangeDescriptor.orderId(bytes, offset))
                .cookie(cookie)
                .publish();
        return true;
    }

    private boolean replace(final long cookie, final byte[] bytes, final int offset) {
        final ReplaceOrderWriter order = door.tryReplace();
        if (order == null) {
            return false;
        }
        order.uid(RequestDescriptor.uid(bytes, offset))
                .symbol(RequestDescriptor.symbol(bytes, offset))
                .orderId(ReplaceDescriptor.orderId(bytes, offset))
                .newOrderId(0)
                .price(ReplaceDescriptor.price(bytes, offset))
                .size(ReplaceDescriptor.size(bytes, offset))
                .reservePrice(ReplaceDescriptor.reserve(bytes, offset))
                .trigger(ReplaceDescriptor.trigger(bytes, offset))
                .stopPrice(ReplaceDescriptor.stopPrice(bytes, offset))
                .cookie(cookie)
                .publish();
        return true;
    }

    private boolean massCancel(final long cookie, final byte[] bytes, final int offset) {
        final MassCancelWriter orders = door.tryMassCancel();
        if (orders == null) {
            return false;
        }
        orders.uid(RequestDescriptor.uid(bytes, offset)).symbol(RequestDescriptor.symbol(bytes, offset));
        if (MassCancelDescriptor.side(bytes, offset) != 0) {
            orders.side(Side.of(MassCancelDescriptor.side(bytes, offset)));
        }
        if (MassCancelDescriptor.flagged(bytes, offset)) {
            orders.flagged();
        }
        if (MassCancelDescriptor.suspend(bytes, offset)) {
            orders.suspend();
        }
        orders.cookie(cookie).publish();
        return true;
    }
}
