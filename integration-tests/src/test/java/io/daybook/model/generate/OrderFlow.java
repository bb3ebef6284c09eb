package io.daybook.model.generate;

import io.daybook.model.Command;
import io.daybook.model.Market;
import io.daybook.model.Order;
import io.daybook.model.OrderType;
import io.daybook.model.ResultCode;
import io.daybook.model.Side;
import io.daybook.model.Spec;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** Trading commands that suit the state of the market. */
final class OrderFlow {
    private static final long MAX_SIZE = 1L << 40;
    private static final long MAX_BUDGET = 1L << 62;
    private static final List<OrderType> TYPES = List.of(OrderType.values());

    private final Floor floor;
    private final Dice dice;

    OrderFlow(final Floor floor) {
        this.floor = floor;
        this.dice = floor.dice;
    }

    Command.Place anyPlace() {
        Instrument instrument = floor.anyInstrument();
        final Side side = dice.chance(0.5) ? Side.BID : Side.ASK;
        OrderType type = anyType(instrument.spec(), side);
        if (takesOnly(type) && !hasOthers(instrument, side) && dice.chance(0.8)) {
            instrument = floor.anyInstrument();
            type = hasOthers(instrument, side) ? anyType(instrument.spec(), side) : OrderType.GTC;
        }
        final long uid = floor.anyUid();
        final long orderId = anyNewOrderId(instrument);
        final long size = anySize(instrument, side);
        final long price =
                type.isBudget() ? anyBudget(instrument, side, size) : anyPrice(instrument, side, takesOnly(type));
        final long reserve = anyReserve(instrument.spec(), side, type, price);
        final Command.Place place =
                new Command.Place(uid, instrument.spec().symbol(), orderId, side, type, price, reserve, size);
        return dice.chance(isBig(instrument) ? 0.6 : 0.1) ? atBoundary(place) : place;
    }

    private static boolean takesOnly(final OrderType type) {
        return type != OrderType.GTC && type != OrderType.POST_ONLY;
    }

    private boolean hasOthers(final Instrument instrument, final Side side) {
        return !instrument.market(floor.state()).levels(side.opposite()).isEmpty();
    }

    private static boolean isBig(final Instrument instrument) {
        return instrument.spec().quote() == 31;
    }

    static Draft draft(final Command.Place place) {
        final Draft draft = Draft.of("place")
                .with("uid", place.uid())
                .with("symbol", place.symbol())
                .with("orderId", place.orderId())
                .with("side", place.side().name())
                .with("type", place.type().name())
                .with("price", place.price())
                .with("size", place.size());
        return place.reservePrice() == 0 ? draft : draft.with("reservePrice", place.reservePrice());
    }

    private OrderType anyType(final Spec spec, final Side side) {
        if (!spec.isPair()) {
            return TYPES.get(dice.weighted(60, 16, 10, 1, 1, 12));
        }
        if (floor.kind == Kind.DEEP) {
            return TYPES.get(dice.weighted(84, 4, 3, 3, 3, 3));
        }
        return TYPES.get(side == Side.BID ? dice.weighted(46, 12, 8, 10, 12, 12) : dice.weighted(50, 14, 9, 13, 1, 13));
    }

    private long anyNewOrderId(final Instrument instrument) {
        final var live = instrument.market(floor.state()).live().keySet();
        if (!live.isEmpty() && dice.chance(0.03)) {
            return live.stream().skip(dice.below(live.size())).findFirst().orElseThrow();
        }
        return floor.anyOrderId();
    }

    private long anySize(final Instrument instrument, final Side side) {
        final var others = instrument.market(floor.state()).levels(side.opposite());
        switch (dice.weighted(68, 10, 7, 5, floor.kind == Kind.DEEP ? 15 : 1)) {
            case 0:
                return dice.between(1, 10);
            case 1:
                return others.isEmpty()
                        ? 1
                        : others.get(others.firstKey()).get(0).remaining();
            case 2:
                return others.isEmpty() ? 2 : Market.lots(others.get(others.firstKey())) + dice.between(-1, 1);
            case 3:
                return others.values().stream().mapToLong(Market::lots).sum() + dice.between(0, 1);
            default:
                return dice.of(13, 40, 100);
        }
    }

    private long anyPrice(final Instrument instrument, final Side side, final boolean toTake) {
        final Spec spec = instrument.spec();
        final long price = toTake && hasOthers(instrument, side) && dice.chance(0.7)
                ? takingPrice(instrument, side)
                : unlimitedPrice(instrument, side);
        return dice.chance(0.98) ? Math.max(spec.minPrice(), Math.min(spec.maxPrice(), price)) : price;
    }

    /** The best price of the other side, or one that reaches some levels further. */
    private long takingPrice(final Instrument instrument, final Side side) {
        final var others =
                instrument.market(floor.state()).levels(side.opposite()).keySet();
        return others.stream()
                .skip(dice.below(Math.min(3, others.size())))
                .findFirst()
                .orElseThrow();
    }

    private long unlimitedPrice(final Instrument instrument, final Side side) {
        final Market market = instrument.market(floor.state());
        final long reference = instrument.reference(floor.state());
        final var others = market.levels(side.opposite());
        final var own = market.levels(side);
        final long aside = side == Side.BID ? -1 : 1;
        if (floor.kind == Kind.DEEP && dice.chance(0.8)) {
            return reference + aside * dice.between(0, reference / 4);
        }
        switch (dice.weighted(52, 24, 8, 3, 10, 3)) {
            case 0:
                return reference + dice.between(-3, 3);
            case 1:
                return others.isEmpty() ? reference + aside : others.firstKey();
            case 2:
                return own.isEmpty() ? reference + aside : own.firstKey();
            case 3:
                return dice.chance(0.5)
                        ? instrument.spec().minPrice() - dice.between(0, 1)
                        : instrument.spec().maxPrice() + dice.between(0, 1);
            case 4:
                return reference + aside * dice.between(0, Math.max(2, reference / 8));
            default:
                return feeLimit(instrument.spec()) - dice.between(0, 1);
        }
    }

    /** The lowest price at which a sale of a pair pays its fee. */
    private static long feeLimit(final Spec spec) {
        return (spec.takerFee() + spec.tickValue() - 1) / spec.tickValue();
    }

    /** The current cost of a number of lots on the other side, exactly or roughly. */
    private long anyBudget(final Instrument instrument, final Side side, final long size) {
        long left = size;
        long cost = 0;
        for (final var level :
                instrument.market(floor.state()).levels(side.opposite()).entrySet()) {
            final long taken = Math.min(left, Market.lots(level.getValue()));
            cost += taken * level.getKey();
            left -= taken;
        }
        cost += left * instrument.reference(floor.state());
        final long slack =
                dice.chance(0.7) ? dice.of(-1, 0, 0, 1) : dice.between(-instrument.mid() * 2, instrument.mid() * 2);
        return Math.max(dice.chance(0.99) ? 1 : 0, cost + slack);
    }

    private long anyReserve(final Spec spec, final Side side, final OrderType type, final long price) {
        if (side == Side.ASK || !spec.isPair()) {
            return dice.chance(0.2) ? dice.of(price, price + 1, 1, -1) : 0;
        }
        if (dice.chance(0.03)) {
            return dice.of(price - 1, price + 1, spec.maxPrice(), spec.maxPrice() + 1, 1, -1);
        }
        if (type.isBudget()) {
            return dice.of(0, price);
        }
        return dice.of(0, price, price, Math.min(spec.maxPrice(), price + dice.between(1, 5)));
    }

    /** The same order with the largest size or budget for which the answer stays the same, or with one more. */
    private Command.Place atBoundary(final Command.Place place) {
        final boolean ofPrice = place.type().isBudget() && dice.chance(0.5);
        final LongFunction<Command.Place> variant = value -> ofPrice ? place.withPrice(value) : place.withSize(value);
        final ResultCode first = floor.exchange().check(variant.apply(1));
        final Predicate<ResultCode> beyond = dice.chance(0.75)
                ? code -> code != first
                : code -> code == ResultCode.RISK_AMOUNT_OVERFLOW || code == ResultCode.INVALID_SIZE;
        long low = 1;
        long high = ofPrice ? MAX_BUDGET : MAX_SIZE + 1;
        while (high - low > 1) {
            final long middle = low + (high - low) / 2;
            if (beyond.test(floor.exchange().check(variant.apply(middle)))) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return variant.apply(low + dice.between(0, 1));
    }

    Draft anyMove() {
        final Optional<Order> live = floor.anyLiveOrder();
        if (live.isEmpty() || dice.chance(0.04)) {
            final Instrument instrument = floor.anyInstrument();
            return draft("move", floor.anyUid(), instrument.spec().symbol(), floor.anyOrderId())
                    .with("price", anyPrice(instrument, Side.BID, false));
        }
        final Order order = live.get();
        return draft("move", ownerOf(order), order.spec().symbol(), order.orderId())
                .with("price", anyMovePrice(order));
    }

    long anyMovePrice(final Order order) {
        final Spec spec = order.spec();
        final Instrument instrument = floor.instruments.stream()
                .filter(candidate -> candidate.spec().symbol() == spec.symbol())
                .findFirst()
                .orElseThrow();
        final var others = instrument.market(floor.state()).levels(order.side().opposite());
        switch (dice.weighted(10, 25, 40, 10, 5)) {
            case 0:
                return order.price();
            case 1:
                return others.isEmpty() ? order.price() + 1 : others.firstKey();
            case 2:
                return anyPrice(instrument, order.side(), false);
            case 3:
                return order.reservePrice() == 0 ? order.price() - 1 : order.reservePrice() + dice.between(0, 1);
            default:
                return Math.max(spec.minPrice(), feeLimit(spec) - dice.between(0, 1));
        }
    }

    Draft anyReduce() {
        final Optional<Order> live = floor.anyLiveOrder();
        if (live.isEmpty() || dice.chance(0.05)) {
            return draft("reduce", floor.anyUid(), floor.anyInstrument().spec().symbol(), floor.anyOrderId())
                    .with("size", dice.between(0, 3));
        }
        final Order order = live.get();
        final long left = order.remaining();
        final long size = dice.of(1, 1, 2, left, left - 1, left + 1, MAX_SIZE, MAX_SIZE + 1, Long.MAX_VALUE);
        return draft("reduce", ownerOf(order), order.spec().symbol(), order.orderId())
                .with("size", size);
    }

    Draft anyCancel() {
        final Optional<Order> live = floor.anyLiveOrder();
        if (live.isEmpty() || dice.chance(0.05)) {
            return draft("cancel", floor.anyUid(), floor.anyInstrument().spec().symbol(), floor.anyOrderId());
        }
        final Order order = live.get();
        return draft("cancel", ownerOf(order), order.spec().symbol(), order.orderId());
    }

    long ownerOf(final Order order) {
        return dice.chance(0.96) ? order.uid() : floor.anyUid();
    }

    private static Draft draft(final String cmd, final long uid, final int symbol, final long orderId) {
        return Draft.of(cmd).with("uid", uid).with("symbol", symbol).with("orderId", orderId);
    }
}
