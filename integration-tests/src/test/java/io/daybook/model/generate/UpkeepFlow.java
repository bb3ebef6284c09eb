package io.daybook.model.generate;

import io.daybook.model.Order;
import io.daybook.model.Side;
import java.util.List;
import java.util.Optional;

/**
 * Commands of users and venues for live orders and for settings: replacements, mass cancels, ticks, settings of users.
 */
final class UpkeepFlow {
    private static final List<String> MODES =
            List.of("NONE", "CANCEL_TAKER", "CANCEL_MAKER", "CANCEL_BOTH", "DECREMENT");

    private final Floor floor;
    private final Dice dice;
    private final OrderFlow orders;

    UpkeepFlow(final Floor floor, final OrderFlow orders) {
        this.floor = floor;
        this.dice = floor.dice;
        this.orders = orders;
    }

    Draft anyReplace() {
        final Optional<Order> live = floor.anyLiveOrder();
        if (live.isEmpty() || dice.chance(0.03)) {
            return replace(floor.anyUid(), floor.anyInstrument().spec().symbol(), floor.anyOrderId())
                    .with("price", floor.anyInstrument().mid())
                    .with("size", dice.between(0, 3));
        }
        final Order order = live.get();
        final Draft draft = replace(orders.ownerOf(order), order.spec().symbol(), order.orderId())
                .with("price", anyPrice(order))
                .with("size", anySize(order));
        if (dice.chance(0.3)) {
            draft.with("newOrderId", dice.of(0, order.orderId(), floor.anyOrderId(), dice.chance(0.1) ? -1 : 0));
        }
        if (order.reservePrice() != 0 && dice.chance(0.4)) {
            draft.with("reservePrice", order.reservePrice() + dice.of(-1, 0, 0, 1, 5));
        }
        final long trigger = order.terms().trigger();
        if (trigger != 0 && dice.chance(0.5)) {
            draft.with("trigger", trigger + dice.between(-3, 3));
            if (order.terms().stopPrice() != 0) {
                draft.with("stopPrice", order.terms().stopPrice() + dice.between(-3, 3));
            }
        } else if (dice.chance(0.02)) {
            draft.with(dice.of(List.of("trigger", "stopPrice")), dice.of(-1, 1, order.price()));
        }
        return draft;
    }

    private static Draft replace(final long uid, final int symbol, final long orderId) {
        return Draft.of("replace").with("uid", uid).with("symbol", symbol).with("orderId", orderId);
    }

    private long anyPrice(final Order order) {
        return dice.chance(0.4) ? order.price() : orders.anyMovePrice(order);
    }

    private long anySize(final Order order) {
        final long done = order.size() - order.remaining();
        return dice.chance(0.97)
                ? Math.max(1, order.size() + dice.of(0, 0, -1, -2, 1, 3, -order.remaining(), -done))
                : dice.of(0, -1, 1, (1L << 40), (1L << 40) + 1);
    }

    Draft anyMassCancel() {
        final Draft draft = Draft.of("mass_cancel");
        final boolean ofAll = dice.chance(0.25);
        if (!ofAll || dice.chance(0.1)) {
            draft.with("uid", ofAll ? 0 : floor.anyUid());
        }
        if (dice.chance(ofAll ? 0.95 : 0.6)) {
            draft.with(
                    "symbol", dice.chance(0.97) ? floor.anyInstrument().spec().symbol() : dice.edgeId());
        }
        if (dice.chance(0.5)) {
            draft.with("side", dice.of(List.of(Side.values())).name());
        }
        if (dice.chance(0.5)) {
            draft.withRaw("flagged", dice.chance(0.9) ? "true" : "false");
        }
        if (dice.chance(ofAll ? 0.05 : 0.2)) {
            draft.withRaw("suspend", "true");
        }
        return draft;
    }

    Draft anyTick() {
        final long symbol = dice.chance(0.99) ? floor.anyInstrument().spec().symbol() : dice.edgeId();
        return Draft.of("tick").with("symbol", symbol);
    }

    Draft anySetUser() {
        final Draft set = Draft.nested();
        if (dice.chance(0.6)) {
            set.with("stpMode", dice.of(MODES));
        }
        if (dice.chance(0.4)) {
            set.with("stpGroup", dice.of(0, 0, 1, 2, dice.chance(0.2) ? -1 : 0));
        }
        if (dice.chance(0.15)) {
            set.with("maxOpenOrders", dice.of(1, 8, 30, 16_384, 16_384, dice.chance(0.3) ? 16_385 : 16_384, 0));
        }
        final Draft draft = Draft.of("set_user").with("uid", floor.anyUid()).withRaw("set", set.line());
        return dice.chance(0.95)
                ? draft
                : draft.with("symbol", dice.of(0, floor.anyInstrument().spec().symbol(), 999_999));
    }
}
