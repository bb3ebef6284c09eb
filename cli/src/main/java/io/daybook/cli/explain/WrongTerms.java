package io.daybook.cli.explain;

import static io.daybook.api.OrderType.FOK;
import static io.daybook.api.OrderType.GTC;
import static io.daybook.api.OrderType.IOC;
import static io.daybook.api.OrderType.POST_ONLY;

import io.daybook.api.Limits;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.PriceSource;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the invalid terms of an order, and the reasons. It assumes that expireAt is wrong if it finds no other fault.
 */
final class WrongTerms {
    private static final long STEPS_IN_TRAIL = 16;

    private final PlaceOrder order;
    private final SymbolSpec spec;
    private final OrderTerms terms;
    private final boolean bid;
    private final List<String> lines = new ArrayList<>();

    private WrongTerms(final PlaceOrder order, final SymbolSpec spec) {
        this.order = order;
        this.spec = spec;
        this.terms = order.terms();
        this.bid = order.side() == Side.BID;
    }

    /** Returns a sentence for each term that is wrong. */
    static List<String> of(final PlaceOrder order, final SymbolSpec spec) {
        return new WrongTerms(order, spec).find();
    }

    private List<String> find() {
        if (order.orderType() == OrderType.FOK_BUDGET || order.orderType() == OrderType.IOC_BUDGET) {
            lines.add("An order with a budget cannot have terms.");
            return lines;
        }
        trigger();
        trail();
        entry();
        rest();
        exit();
        if (lines.isEmpty() && terms.has(Term.EXPIRE_AT)) {
            lines.add("expireAt must be later than the command's time: " + terms.get(Term.EXPIRE_AT) + ".");
        }
        return lines;
    }

    private void require(final boolean holds, final String sentence) {
        if (!holds) {
            lines.add(sentence);
        }
    }

    private boolean isType(final OrderType... types) {
        return List.of(types).contains(order.orderType());
    }

    private long get(final Term term) {
        return terms.get(term);
    }

    private boolean isPrice(final long ticks) {
        return ticks >= spec.minPrice() && ticks <= spec.maxPrice();
    }

    private String prices() {
        return Explanation.format("%,d to %,d", spec.minPrice(), spec.maxPrice());
    }

    private boolean isStopWay() {
        return get(Term.WHEN) == (bid ? TriggerWhen.RISES : TriggerWhen.FALLS).code();
    }

    private void trigger() {
        require(!terms.has(Term.DAY) && !terms.has(Term.REDUCE_ONLY), "day and reduceOnly are not available yet.");
        if (!terms.has(Term.TRIGGER)) {
            for (final Term term : List.of(Term.WHEN, Term.TRIGGER_BY, Term.STOP_PRICE, Term.TRAIL, Term.TRAIL_STEP)) {
                require(!terms.has(term), name(term) + " needs a trigger.");
            }
            return;
        }
        require(
                isPrice(get(Term.TRIGGER)),
                Explanation.format(
                        "The trigger was %,d; symbol %d allows %s.", get(Term.TRIGGER), spec.symbol(), prices()));
        require(
                get(Term.WHEN) == TriggerWhen.RISES.code() || get(Term.WHEN) == TriggerWhen.FALLS.code(),
                "A trigger needs when: RISES or FALLS.");
        require(
                !terms.has(Term.TRIGGER_BY) || get(Term.TRIGGER_BY) == PriceSource.LAST.code(),
                "Triggers use the last price; triggers on the mark price are not available yet.");
        if (terms.has(Term.STOP_PRICE)) {
            stopPrice();
        }
    }

    private void stopPrice() {
        final long stop = get(Term.STOP_PRICE);
        final long trigger = get(Term.TRIGGER);
        require(isType(GTC), "stopPrice needs the type GTC.");
        require(isPrice(stop), Explanation.format("The stop price was %,d; it must be %s.", stop, prices()));
        require(isStopWay(), "With a stop price a bid waits for RISES, an ask for FALLS.");
        require(
                bid ? order.price() < trigger && trigger <= stop : stop <= trigger && trigger < order.price(),
                Explanation.format(
                        bid
                                ? "For a bid, price < trigger ≤ stopPrice: %,d, %,d, %,d."
                                : "For an ask, price > trigger ≥ stopPrice: %,d, %,d, %,d.",
                        order.price(),
                        trigger,
                        stop));
    }

    private void trail() {
        if (!terms.has(Term.TRAIL) && !terms.has(Term.TRAIL_STEP)) {
            return;
        }
        final long trail = get(Term.TRAIL);
        final long step = get(Term.TRAIL_STEP);
        require(!terms.has(Term.STOP_PRICE), "trail and stopPrice exclude each other.");
        require(isStopWay(), "A trailing bid waits for RISES, a trailing ask for FALLS.");
        if (trail < 1 || trail > Limits.MAX_PRICE) {
            lines.add(Explanation.format("trail was %,d; it must be 1 to %,d.", trail, Limits.MAX_PRICE));
        } else {
            final long least = (trail + STEPS_IN_TRAIL - 1) / STEPS_IN_TRAIL;
            require(
                    step >= least && step <= trail,
                    Explanation.format(
                            "trailStep was %,d; with a trail of %,d it must be %,d to %,d.",
                            step, trail, least, trail));
        }
    }

    private void entry() {
        if (terms.has(Term.DISPLAY)) {
            final long least = Math.max(1, (order.size() + Limits.MAX_PEAKS - 1) / Limits.MAX_PEAKS);
            final long display = get(Term.DISPLAY);
            require(isType(GTC), "display needs the type GTC.");
            require(
                    display == 0 && order.size() > 0 || display >= least && display < order.size(),
                    Explanation.format(
                            "display was %,d; for %,d lots it must be 0 (hidden), or %,d to %,d.",
                            display, order.size(), least, order.size() - 1));
        }
        if (terms.has(Term.MIN_SIZE)) {
            require(isType(GTC, IOC) && !terms.has(Term.TRIGGER), "minSize needs the type GTC or IOC, and no trigger.");
            require(
                    get(Term.MIN_SIZE) >= 1 && get(Term.MIN_SIZE) <= order.size(),
                    Explanation.format("minSize was %,d; it must be 1 to %,d.", get(Term.MIN_SIZE), order.size()));
        }
        if (terms.has(Term.SLIPPAGE)) {
            require(isType(GTC, IOC, FOK), "slippage needs the type GTC, IOC or FOK.");
            require(
                    get(Term.SLIPPAGE) >= 0 && get(Term.SLIPPAGE) <= Limits.MAX_PRICE,
                    Explanation.format("slippage was %,d; it must be 0 to %,d.", get(Term.SLIPPAGE), Limits.MAX_PRICE));
        }
        require(
                !terms.has(Term.SLIDE) || isType(POST_ONLY) && get(Term.SLIDE) == 1,
                "slide must be true, and needs the type POST_ONLY.");
    }

    private void rest() {
        final boolean mayRest = isType(GTC, POST_ONLY) || terms.has(Term.TRIGGER);
        require(
                !terms.has(Term.EXPIRE_AT) || mayRest,
                "expireAt needs an order that rests or waits: GTC, POST_ONLY, or a trigger.");
        require(
                !terms.has(Term.FLAGGED) || mayRest && get(Term.FLAGGED) == 1,
                "flagged must be true, and needs an order that rests or waits: GTC, POST_ONLY, or a trigger.");
        if (terms.has(Term.STP)) {
            final long mode = get(Term.STP);
            require(
                    mode >= StpMode.NONE.code() && mode <= StpMode.DECREMENT.code(),
                    "stp is not a" + " mode: " + mode + ".");
            require(
                    mode != StpMode.DECREMENT.code() || !isType(FOK) && !terms.has(Term.MIN_SIZE),
                    "DECREMENT excludes FOK and minSize.");
        }
    }

    private void exit() {
        if (!terms.has(Term.EXIT_ORDER_ID)) {
            return;
        }
        final long price = get(Term.EXIT_PRICE);
        final long trigger = get(Term.EXIT_TRIGGER);
        final long stop = get(Term.EXIT_STOP_PRICE);
        require(
                get(Term.EXIT_ORDER_ID) >= 1 && get(Term.EXIT_ORDER_ID) != order.orderId(),
                "The exit needs a separate order id, at least 1.");
        require(!terms.has(Term.TRIGGER), "An entry with an exit cannot have a trigger.");
        require(bid || spec.isFutures(), "In a pair, only a bid can have an exit.");
        require(trigger == 0 || !terms.has(Term.SLIPPAGE), "slippage and a trigger of the exit exclude each other.");
        require(price != 0 || trigger != 0, "The exit needs a price, a trigger, or both.");
        require((stop == 0) == (trigger == 0), "The exit must have a stop price if it has a trigger, and only then.");
        for (final long ticks : new long[] {price, trigger, stop}) {
            require(
                    ticks == 0 || isPrice(ticks),
                    Explanation.format("The exit has %,d; it must be %s.", ticks, prices()));
        }
        final long sign = bid ? 1 : -1;
        final boolean isBetween = !isType(GTC, POST_ONLY)
                || (trigger == 0 || sign * Long.compare(trigger, order.price()) < 0)
                        && (price == 0 || sign * Long.compare(order.price(), price) < 0);
        require(
                isBetween
                        && (trigger == 0 || sign * Long.compare(stop, trigger) <= 0)
                        && (trigger == 0 || price == 0 || sign * Long.compare(trigger, price) < 0),
                Explanation.format(
                        bid
                                ? "The exit of a bid has stopPrice ≤ trigger < price, and the bid's own price between"
                                        + " trigger and price: %,d, %,d, %,d, and %,d."
                                : "The exit of an ask has stopPrice ≥ trigger > price, and the ask's own price between"
                                        + " trigger and price: %,d, %,d, %,d, and %,d.",
                        stop,
                        trigger,
                        price,
                        order.price()));
    }

    private static String name(final Term term) {
        return switch (term) {
            case WHEN -> "when";
            case TRIGGER_BY -> "triggerBy";
            case STOP_PRICE -> "stopPrice";
            case TRAIL -> "trail";
            case TRAIL_STEP -> "trailStep";
            default -> term.name();
        };
    }
}
