package io.daybook.model.generate;

import io.daybook.model.ModelRunner;
import io.daybook.model.Scenario;
import io.daybook.model.Settings;
import io.daybook.model.generate.ScenarioGenerator.Answered;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Scenarios that reach limits for which other scenarios are too short: the live orders of a user, and the levels that
 * an order may look through before it trades.
 */
public final class LimitScenarios {
    private static final int MAX_LIVE_ORDERS = 16_384;
    private static final int MAX_LOOK = 4_096;

    private static final int PAIR = 1;
    private static final int OTHER_PAIR = 2;
    private static final int FUTURE = 11;
    private static final long MID = 100_000;
    private static final String MONEY = "{\"10\":1000000,\"11\":1000000,\"20\":5000000000000}";

    private final Dice dice;
    private final List<String> lines = new ArrayList<>();
    private long lastOrderId;

    private LimitScenarios(final long seed) {
        this.dice = new Dice(seed);
    }

    /** One scenario of each kind; the same seed gives the same lines for ever. */
    public static List<Scenario> all(final long seed) {
        final List<Scenario> scenarios = written(seed);
        scenarios.add(OrderLimitScenarios.backlog(seed, ModelRunner.NOBODY).scenario());
        return scenarios;
    }

    /**
     * The scenarios with the model's answers.
     *
     * @param listener called with the model after every line that is a command
     */
    public static List<Answered> answered(final long seed, final ModelRunner.Listener listener) {
        final ModelRunner model = new ModelRunner(listener);
        final List<Answered> answered = new ArrayList<>();
        for (final Scenario scenario : written(seed)) {
            answered.add(new Answered(scenario, model.run(scenario)));
        }
        answered.add(OrderLimitScenarios.backlog(seed, listener));
        return answered;
    }

    private static List<Scenario> written(final long seed) {
        final List<Scenario> scenarios = new ArrayList<>();
        scenarios.add(scenario("live orders", seed, LimitScenarios::liveOrders));
        scenarios.add(scenario("levels before a trade", seed, LimitScenarios::levelsLookedAt));
        scenarios.addAll(OrderLimitScenarios.written(seed));
        return scenarios;
    }

    private static Scenario scenario(final String what, final long seed, final Consumer<LimitScenarios> writer) {
        final LimitScenarios scenario = new LimitScenarios(seed);
        scenario.open();
        writer.accept(scenario);
        scenario.say(Draft.of("totals_report"));
        scenario.say(Draft.of("state_hash"));
        return new Scenario("limits, " + what + ", seed=" + seed, Settings.DEFAULT, scenario.lines);
    }

    private void open() {
        say(symbol(PAIR, "EXCHANGE_PAIR", 10).with("takerFee", 2).with("makerFee", 1));
        say(symbol(OTHER_PAIR, "EXCHANGE_PAIR", 11)
                .with("feeType", "PROPORTIONAL")
                .with("takerFee", 1000)
                .with("makerFee", 500));
        say(symbol(FUTURE, "FUTURES_CONTRACT", 9)
                .with("takerFee", 1)
                .with("marginBuy", 10)
                .with("marginSell", 10)
                .with("maxPrice", 1_000_000));
        for (int uid = 1; uid <= 3; uid++) {
            say(Draft.of("add_accounts").withRaw("accounts", "{\"" + uid + "\":" + MONEY + "}"));
        }
    }

    private static Draft symbol(final int symbol, final String type, final int base) {
        return Draft.of("add_symbol")
                .with("symbol", symbol)
                .with("type", type)
                .with("base", base)
                .with("quote", 20)
                .with("lotSize", 1)
                .with("tickValue", 1);
    }

    /**
     * Gives user 1 as many orders as a user may have, in all symbols; then ends orders in each way in which an order
     * ends, each of which makes room for other orders.
     */
    private void liveOrders() {
        place(1, FUTURE, "ASK", "GTC", 500, 4);
        place(2, FUTURE, "BID", "IOC", 500, 4); // user 1 is short, so that a bid would close
        for (int i = 0; i < MAX_LIVE_ORDERS; i++) {
            rest();
        }
        refuseAll();
        place(2, PAIR, "BID", "GTC", MID - 500, 5);
        say(onOrder("cancel", 2, PAIR, lastOrderId)); // another user's order, which makes no room
        refuseAll();
        for (int round = 0; round < 16; round++) {
            endSome(round % 4);
            for (int i = 0; i < 6; i++) {
                rest();
            }
            refuseAll();
        }
        for (int i = 0; i < 300; i++) { // each new order has room, and ends at once
            say(onOrder("cancel", 1, anySymbol(), anyOrderId()));
            place(1, PAIR, "BID", dice.of(List.of("IOC", "FOK", "POST_ONLY")), MID + 9_000, 1);
        }
        refuseAll();
    }

    /** Places an order of user 1 that rests: a bid below {@code MID} or an ask above it; for the future only an ask. */
    private void rest() {
        final int symbol = anySymbol();
        final String type = dice.chance(0.8) ? "GTC" : "POST_ONLY";
        final boolean bid = symbol != FUTURE && dice.chance(0.5);
        final long away = 1_000 + dice.between(0, 9_000);
        place(1, symbol, bid ? "BID" : "ASK", type, bid ? MID - away : MID + away, 1);
    }

    /**
     * Sends orders that are refused before the check of the limit, by that check, and after it, and one order of
     * another user, who has room.
     */
    private void refuseAll() {
        place(1, PAIR, "BID", "GTC", 0, 1);
        place(1, PAIR, "BID", "GTC", 1L << 40, 1L << 40);
        place(1, PAIR, "BID", "GTC", 1L << 40, 1L << 20);
        place(1, FUTURE, "BID", "GTC", 500, 1L << 40);
        place(1, FUTURE, "BID", "GTC", 500, 1);
        place(1, FUTURE, "ASK", "GTC", 500, 1L << 34);
        for (final String type : List.of("GTC", "IOC", "FOK", "POST_ONLY", "FOK_BUDGET", "IOC_BUDGET")) {
            place(1, dice.of(List.of(PAIR, OTHER_PAIR)), "BID", type, MID - 500, 1);
        }
        say(place(lastOrderId, 1, PAIR, "ASK", "GTC", MID + 500, 1));
        place(3, PAIR, "BID", "GTC", 1, 1);
    }

    private void endSome(final int way) {
        switch (way) {
            case 0 -> place(2, anySymbol(), "BID", "IOC", MID + 10_000, dice.between(1, 9));
            case 1 -> place(2, dice.of(List.of(PAIR, OTHER_PAIR)), "ASK", "FOK", MID - 10_000, dice.between(1, 9));
            case 2 -> {
                for (int i = 0; i < 20; i++) {
                    final long orderId = anyOrderId();
                    say(onOrder("reduce", 1, anySymbol(), orderId).with("size", 1));
                }
            }
            default -> {
                for (int i = 0; i < 20; i++) {
                    final long price = MID + dice.between(-9_000, 9_000);
                    say(onOrder("move", 1, anySymbol(), anyOrderId()).with("price", price));
                }
            }
        }
    }

    /**
     * Fills a side with more levels than one order may look through; sends orders that need exactly as many levels, and
     * one more.
     */
    private void levelsLookedAt() {
        final List<String> sides = dice.chance(0.5) ? List.of("BID", "ASK") : List.of("ASK", "BID");
        for (final String makers : sides) {
            final boolean asks = makers.equals("ASK");
            final String takers = asks ? "BID" : "ASK";
            final int levels = MAX_LOOK + 8;
            for (int level = 0; level < levels; level++) {
                place(1 + level % 2, PAIR, makers, "GTC", asks ? MID + level : MID - level, 2);
            }
            final long worst = asks ? MID + levels : MID - levels;
            final long most = 2L * MAX_LOOK;
            final long cost = cost(asks, most);
            place(3, PAIR, takers, "FOK", worst, 2L * levels + 1);
            place(3, PAIR, takers, "FOK", worst, 2L * levels);
            place(3, PAIR, takers, "FOK", worst, most + 1);
            place(3, PAIR, takers, "FOK", asks ? MID + MAX_LOOK - 2 : MID - MAX_LOOK + 2, most);
            place(3, PAIR, takers, "FOK_BUDGET", asks ? cost * 2 : 1, 2L * levels + 1);
            place(3, PAIR, takers, "FOK_BUDGET", asks ? cost * 2 : MAX_LOOK * 8L, most + 1);
            place(3, PAIR, takers, "FOK_BUDGET", asks ? cost - 1 : cost + 1, most);
            if (dice.chance(0.5)) {
                place(3, PAIR, takers, "FOK_BUDGET", cost, most);
            } else {
                place(3, PAIR, takers, "FOK", worst, most);
            }
            say(Draft.of("book").with("symbol", PAIR));
            place(3, PAIR, takers, "IOC", worst, 2L * levels);
        }
    }

    /** The cost, or the proceeds, of a number of lots of the best levels, two at each. */
    private static long cost(final boolean asks, final long lots) {
        long cost = 0;
        for (int level = 0; level < lots / 2; level++) {
            cost += 2 * (asks ? MID + level : MID - level);
        }
        return cost;
    }

    private int anySymbol() {
        return dice.of(List.of(PAIR, OTHER_PAIR, FUTURE));
    }

    private long anyOrderId() {
        return dice.between(1, lastOrderId);
    }

    private void place(
            final long uid, final int symbol, final String side, final String type, final long price, final long size) {
        say(place(++lastOrderId, uid, symbol, side, type, price, size));
    }

    static Draft place(
            final long orderId,
            final long uid,
            final int symbol,
            final String side,
            final String type,
            final long price,
            final long size) {
        return onOrder("place", uid, symbol, orderId)
                .with("side", side)
                .with("type", type)
                .with("price", price)
                .with("size", size);
    }

    static Draft onOrder(final String cmd, final long uid, final int symbol, final long orderId) {
        return Draft.of(cmd).with("uid", uid).with("symbol", symbol).with("orderId", orderId);
    }

    private void say(final Draft draft) {
        lines.add(draft.line());
    }
}
