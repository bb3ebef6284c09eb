package io.daybook.model.generate;

import io.daybook.model.Command;
import io.daybook.model.Market;
import io.daybook.model.OrderType;
import io.daybook.model.Side;
import io.daybook.model.Spec;
import java.util.List;

/** Orders with terms as traders use them, and now and then with forbidden terms. */
final class TermsFlow {
    private static final List<String> MODES =
            List.of("NONE", "CANCEL_TAKER", "CANCEL_MAKER", "CANCEL_BOTH", "DECREMENT");
    private static final long MOST = 1L << 40;

    private final Floor floor;
    private final Dice dice;
    private final OrderFlow orders;

    TermsFlow(final Floor floor, final OrderFlow orders) {
        this.floor = floor;
        this.dice = floor.dice;
        this.orders = orders;
    }

    /** An order, usually with terms. */
    Draft anyPlace() {
        final Command.Place place = orders.anyPlace();
        final Draft draft = OrderFlow.draft(place);
        final boolean conditional = floor.kind != Kind.COMPLEX;
        final boolean complex = floor.kind == Kind.COMPLEX || floor.kind == Kind.ORDERS;
        if (conditional && dice.chance(0.5)) {
            condition(draft, place);
        } else if (complex && dice.chance(0.6)) {
            shape(draft, place);
        }
        if (dice.chance(complex ? 0.35 : 0.08)) {
            draft.with("stp", dice.of(MODES));
        }
        if (dice.chance(0.08)) {
            draft.with("expireAt", floor.time() + dice.between(dice.chance(0.05) ? 0 : 1, 60));
        }
        if (dice.chance(0.1)) {
            draft.withRaw("flagged", "true");
        }
        if (dice.chance(0.05)) {
            spoil(draft, place);
        }
        return draft;
    }

    private static long towards(final Side side) {
        return side == Side.BID ? 1 : -1;
    }

    private Instrument instrument(final Command.Place place) {
        return floor.instruments.stream()
                .filter(candidate -> candidate.spec().symbol() == place.symbol())
                .findFirst()
                .orElseThrow();
    }

    private long last(final Command.Place place) {
        final Instrument instrument = instrument(place);
        final Market market = instrument.market(floor.state());
        return market.lastPrice() == 0 ? instrument.reference(floor.state()) : market.lastPrice();
    }

    private long limited(final Command.Place place, final long price) {
        final Spec spec = instrument(place).spec();
        return dice.chance(0.99) ? Math.max(spec.minPrice(), Math.min(spec.maxPrice(), price)) : price;
    }

    private void condition(final Draft draft, final Command.Place place) {
        draft.without("reservePrice");
        switch (dice.weighted(40, 12, 20, 16, 24)) {
            case 0 -> stop(draft, place);
            case 1 -> takeProfit(draft, place);
            case 2 -> trail(draft, place);
            case 3 -> oco(draft, place);
            default -> bracket(draft, place);
        }
    }

    private void stop(final Draft draft, final Command.Place place) {
        final long way = towards(place.side());
        final long trigger = limited(place, last(place) + way * dice.between(dice.chance(0.1) ? 0 : 1, 4));
        draft.with("type", dice.of(List.of("IOC", "IOC", "GTC", "GTC", "FOK", "POST_ONLY")))
                .with("price", limited(place, trigger + way * dice.between(-1, 4)))
                .with("trigger", trigger)
                .with("when", way > 0 ? "RISES" : "FALLS");
        slip(draft, 0.15);
        peak(draft, 0.1);
    }

    private void takeProfit(final Draft draft, final Command.Place place) {
        final long way = towards(place.side());
        final long trigger = limited(place, last(place) - way * dice.between(dice.chance(0.1) ? 0 : 1, 4));
        draft.with("type", dice.of(List.of("IOC", "GTC")))
                .with("price", limited(place, trigger + way * dice.between(-1, 2)))
                .with("trigger", trigger)
                .with("when", way > 0 ? "FALLS" : "RISES")
                .with("triggerBy", "LAST");
        slip(draft, 0.15);
    }

    private void trail(final Draft draft, final Command.Place place) {
        final long way = towards(place.side());
        final long trail = dice.between(1, 6);
        final long trigger = limited(place, last(place) + way * (trail + dice.between(0, 3)));
        draft.with("type", dice.of(List.of("IOC", "GTC")))
                .with("price", limited(place, trigger + way * dice.between(0, 4)))
                .with("trigger", trigger)
                .with("when", way > 0 ? "RISES" : "FALLS")
                .with("trail", trail)
                .with("trailStep", dice.between(1, dice.chance(0.9) ? Math.min(2, trail) : trail));
        slip(draft, 0.1);
    }

    private void oco(final Draft draft, final Command.Place place) {
        final long way = towards(place.side());
        final long trigger = limited(place, last(place) + way * dice.between(1, 4));
        final long price = limited(place, trigger - way * dice.between(dice.chance(0.05) ? 0 : 1, 6));
        final long stopPrice = limited(place, trigger + way * dice.between(dice.chance(0.05) ? -1 : 0, 4));
        draft.with("type", "GTC")
                .with("price", price)
                .with("trigger", trigger)
                .with("when", way > 0 ? "RISES" : "FALLS")
                .with("stopPrice", stopPrice);
        if (dice.chance(0.2)) {
            draft.with("reservePrice", stopPrice + dice.between(-1, 3));
        }
        peak(draft, 0.2);
    }

    private void bracket(final Draft draft, final Command.Place place) {
        final long way = towards(place.side());
        final long price = limited(place, last(place) - way * dice.between(-3, 3));
        final long target = limited(place, price + way * dice.between(dice.chance(0.05) ? 0 : 1, 4));
        final long trigger = limited(place, price - way * dice.between(dice.chance(0.05) ? 0 : 1, 4));
        final long stopPrice = limited(place, trigger - way * dice.between(dice.chance(0.05) ? -1 : 0, 4));
        final Draft exit = Draft.nested().with("orderId", floor.anyOrderId());
        final int faces = dice.weighted(60, 25, 15);
        if (faces != 2) {
            exit.with("price", target);
        }
        if (faces != 1) {
            exit.with("trigger", trigger).with("stopPrice", stopPrice);
        }
        draft.with("type", dice.of(List.of("GTC", "GTC", "GTC", "IOC", "FOK", "POST_ONLY")))
                .with("price", price)
                .withRaw("exit", exit.line());
        if (faces == 1) {
            slip(draft, 0.2);
        }
        peak(draft, 0.2);
        if (dice.chance(0.1)) {
            draft.with("minSize", dice.between(1, place.size()));
        }
    }

    private void slip(final Draft draft, final double probability) {
        if (dice.chance(probability)) {
            draft.with("slippage", dice.of(0, 1, 2, 5, MOST));
        }
    }

    private void peak(final Draft draft, final double probability) {
        if (dice.chance(probability)) {
            draft.with("size", dice.between(2, 25)).with("display", dice.of(0, 1, 2, 3));
        }
    }

    private void shape(final Draft draft, final Command.Place place) {
        switch (dice.weighted(45, 15, 15, 15)) {
            case 0 -> {
                final long size = dice.between(2, 40);
                draft.with("type", "GTC")
                        .with("price", anyPrice(place))
                        .without("reservePrice")
                        .with("size", size)
                        .with("display", dice.chance(0.4) ? 0 : dice.between(1, Math.max(1, size / 2)));
            }
            case 1 ->
                draft.with("type", dice.of(List.of("GTC", "IOC")))
                        .with("price", anyPrice(place))
                        .without("reservePrice")
                        .with("minSize", dice.between(1, place.size() + (dice.chance(0.05) ? 1 : 0)));
            case 2 -> {
                draft.with("type", dice.of(List.of("GTC", "IOC", "FOK")))
                        .with("price", limited(place, last(place) + towards(place.side()) * dice.between(-1, 9)))
                        .without("reservePrice");
                slip(draft, 1);
            }
            default ->
                draft.with("type", "POST_ONLY")
                        .with("price", anyPrice(place))
                        .without("reservePrice")
                        .withRaw("slide", "true");
        }
    }

    private long anyPrice(final Command.Place place) {
        return limited(place, last(place) + dice.between(-3, 3));
    }

    /** Adds a term with a value that may be wrong, or may fit. */
    private void spoil(final Draft draft, final Command.Place place) {
        final long size = place.size();
        final long trail = dice.of(-1, 1, 16, 17, MOST, MOST + 1);
        switch (dice.below(12)) {
            case 0 -> draft.with("trigger", dice.of(-1, last(place), 1, MOST, MOST + 1));
            case 1 -> draft.with("when", dice.of(List.of("RISES", "FALLS")));
            case 2 -> draft.with("triggerBy", dice.of(List.of("LAST", "MARK")));
            case 3 -> draft.with("stopPrice", dice.of(-1, last(place), last(place) + 5, MOST + 1));
            case 4 -> draft.with("trail", trail).with("trailStep", dice.of(trail, trail / 16, trail / 16 + 1, 0));
            case 5 -> draft.with("display", dice.of(-1, 0, 1, size - 1, size));
            case 6 -> draft.with("minSize", dice.of(-1, 1, size, size + 1));
            case 7 -> draft.with("slippage", dice.of(-1, 0, MOST, MOST + 1));
            case 8 -> draft.withRaw(dice.of(List.of("day", "reduceOnly", "slide", "flagged")), "true");
            case 9 -> draft.with("expireAt", dice.of(-1, floor.time(), floor.time() + 1, Long.MAX_VALUE));
            case 10 -> draft.with("type", dice.of(List.of(OrderType.values())).name());
            default ->
                draft.withRaw(
                        "exit",
                        Draft.nested()
                                .with("orderId", dice.of(0, -1, place.orderId(), floor.anyOrderId()))
                                .with("price", dice.of(0, -1, last(place) + 2, last(place) - 2))
                                .line());
        }
    }
}
