package io.daybook.model.generate;

import io.daybook.model.ModelRunner;
import io.daybook.model.Scenario;
import io.daybook.model.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Scenarios in which orders with terms reach the limits of one command, and the limits of the number of orders. */
final class OrderLimitScenarios {
    static final int PAIR = 1;
    static final int FUTURE = 11;
    private static final int MAX_ACTS = 1_024;
    private static final int MAX_EVENTS = 4_096;
    private static final String MONEY = "{\"10\":1000000,\"20\":5000000000}";

    private final Dice dice;
    private final List<String> lines = new ArrayList<>();
    private long time = 1_000;
    private long lastOrderId;

    private OrderLimitScenarios(final long seed) {
        this.dice = new Dice(seed);
    }

    /** One scenario of each kind but {@link #backlog}; the same seed gives the same lines for ever. */
    static List<Scenario> written(final long seed) {
        return List.of(
                scenario("stops of one trade", seed, OrderLimitScenarios::stops),
                scenario("exits of one trade", seed, OrderLimitScenarios::exits),
                scenario("an exit that buys from its entry", seed, OrderLimitScenarios::exitInItsEntry),
                scenario("events before a stop", seed, OrderLimitScenarios::events),
                scenario("expiries", seed, OrderLimitScenarios::expiries),
                scenario("budget bids after a backlog", seed, OrderLimitScenarios::budgetsBehindABacklog),
                scenario("mass cancels", seed, OrderLimitScenarios::massCancels),
                scenario("trailing orders", seed, OrderLimitScenarios::trailing),
                scenario("orders before a trade", seed, OrderLimitScenarios::ordersLookedAt),
                scenario("terms", seed, scenario -> new TermsTable(scenario::say).write()));
    }

    /**
     * A scenario with commands of all kinds while acts of earlier commands are left; its lines depend on the state of a
     * model.
     */
    static ScenarioGenerator.Answered backlog(final long seed, final ModelRunner.Listener listener) {
        return ScenarioGenerator.backlog(seed, 2, 5 * MAX_ACTS, 40, listener);
    }

    private static Scenario scenario(final String what, final long seed, final Consumer<OrderLimitScenarios> writer) {
        final OrderLimitScenarios scenario = new OrderLimitScenarios(seed);
        scenario.open();
        writer.accept(scenario);
        for (int uid = 1; uid <= 3; uid++) {
            scenario.say(Draft.of("user_report").with("uid", uid));
        }
        scenario.say(Draft.of("book").with("symbol", PAIR));
        scenario.say(Draft.of("totals_report"));
        scenario.say(Draft.of("state_hash"));
        return new Scenario("limits of orders, " + what + ", seed=" + seed, Settings.DEFAULT, scenario.lines);
    }

    private void open() {
        say(symbol(PAIR, "EXCHANGE_PAIR", 10).with("takerFee", 2).with("makerFee", 1));
        say(symbol(FUTURE, "FUTURES_CONTRACT", 9)
                .with("takerFee", 1)
                .with("marginBuy", 10)
                .with("marginSell", 10));
        for (int uid = 1; uid <= 3; uid++) {
            addUser(uid);
        }
    }

    private static Draft symbol(final int symbol, final String type, final int base) {
        return Draft.of("add_symbol")
                .with("symbol", symbol)
                .with("type", type)
                .with("base", base)
                .with("quote", 20)
                .with("lotSize", 1)
                .with("tickValue", 1)
                .with("minPrice", 10)
                .with("maxPrice", 1_000);
    }

    private void addUser(final long uid) {
        say(Draft.of("add_accounts").withRaw("accounts", "{\"" + uid + "\":" + MONEY + "}"));
    }

    /** Trades, so that there is a last price. */
    private void trade(final int symbol, final long price) {
        place(2, symbol, "BID", "GTC", price, 1);
        place(3, symbol, "ASK", "IOC", price, 1);
    }

    /**
     * Places more stops at a price than one command, or two, may fire; then sends every command that may continue them.
     */
    private void stops() {
        final int symbol = dice.chance(0.5) ? PAIR : FUTURE;
        trade(symbol, 100);
        final long first = lastOrderId + 1;
        final int stops = 4 * MAX_ACTS + 10;
        for (int i = 0; i < stops; i++) {
            say(order(1, symbol, "ASK", dice.of(List.of("IOC", "GTC")), 60 + i % 30, 1)
                    .with("trigger", 98 - i % 3)
                    .with("when", "FALLS"));
        }
        place(2, symbol, "BID", "GTC", 90, stops / 2);
        place(2, symbol, "BID", "GTC", 97, 1);
        place(3, symbol, "ASK", "IOC", 97, 1);
        say(LimitScenarios.onOrder("reduce", 1, symbol, first + stops - 1).with("size", 1));
        say(LimitScenarios.onOrder("cancel", 1, symbol, first + stops - 4));
        say(LimitScenarios.onOrder("place", 1, symbol, first + stops - 7)
                .with("side", "BID")
                .with("type", "GTC")
                .with("price", 20)
                .with("size", 1)); // refused, and yet continues the acts that were left
        say(LimitScenarios.onOrder("replace", 1, symbol, first + stops - 7)
                .with("price", 75)
                .with("size", 1));
        say(LimitScenarios.onOrder("move", 1, symbol, first + stops - 10).with("price", 70));
        place(3, symbol, "ASK", "IOC", 90, 3);
        say(Draft.of("tick").with("symbol", symbol));
        place(2, symbol, "BID", "GTC", 80, stops);
        say(Draft.of("mass_cancel").with("uid", 1).with("symbol", symbol));
        say(Draft.of("tick").with("symbol", symbol));
    }

    /**
     * Makes more exits than one command lets enter, so that lots wait while their owner sends commands for the exits.
     */
    private void exits() {
        final boolean pair = dice.chance(0.5);
        final int symbol = pair ? PAIR : FUTURE;
        trade(symbol, 100);
        final int entries = 2 * MAX_ACTS + 6;
        final long first = lastOrderId + 1;
        for (int i = 0; i < entries; i++) {
            final Draft entry = order(1, symbol, "BID", "GTC", 99, 2)
                    .withRaw(
                            "exit",
                            Draft.nested()
                                    .with("orderId", 1_000_000 + lastOrderId)
                                    .with("price", 101)
                                    .with("trigger", 90)
                                    .with("stopPrice", 80)
                                    .line());
            if (i % 3 == 0) {
                entry.withRaw("flagged", "true");
            }
            say(i % 5 == 0 ? entry.with("stp", "CANCEL_MAKER") : entry);
        }
        place(3, symbol, "ASK", "IOC", 99, 2L * entries - 3);
        final long exit = 1_000_000 + first + entries;
        say(LimitScenarios.onOrder("cancel", 1, symbol, exit - 5));
        say(LimitScenarios.onOrder("reduce", 1, symbol, exit - 7).with("size", 1));
        say(LimitScenarios.onOrder("replace", 1, symbol, exit - 9)
                .with("price", 103)
                .with("size", 1));
        say(LimitScenarios.onOrder("replace", 1, symbol, exit - 2)
                .with("price", 103)
                .with("size", 2));
        say(Draft.of("user_report").with("uid", 1).with("afterSymbol", symbol).with("afterOrderId", exit - 12));
        say(LimitScenarios.onOrder("cancel", 1, symbol, first + entries - 1));
        say(LimitScenarios.onOrder("move", 1, symbol, exit - 11).with("price", 102));
        place(2, symbol, "BID", "IOC", 102, 700);
        say(Draft.of("tick").with("symbol", symbol));
        place(2, symbol, "BID", "GTC", 85, 3L * entries);
        place(3, symbol, "ASK", "IOC", 85, 1);
        say(Draft.of("mass_cancel").with("symbol", symbol).with("side", "ASK"));
        say(Draft.of("tick").with("symbol", symbol));
    }

    /**
     * Places an entry whose exit fires at once and trades with the entry, again and again, beyond what one command may
     * do; the owner sends commands for the exit while its lots wait.
     */
    private void exitInItsEntry() {
        place(2, FUTURE, "BID", "GTC", 490, 3);
        final long exit = 1_000_000;
        say(order(1, FUTURE, "ASK", "GTC", 450, 8L * MAX_ACTS)
                .withRaw(
                        "exit",
                        Draft.nested()
                                .with("orderId", exit)
                                .with("price", 410)
                                .with("trigger", 480)
                                .with("stopPrice", 520)
                                .line()));
        say(Draft.of("user_report").with("uid", 1));
        for (final Draft replace : List.of(
                replaceAt(405, exit).with("trigger", 485),
                replaceAt(405, exit).with("stopPrice", 530),
                replaceAt(400, exit),
                replaceAt(490, exit))) {
            say(replace);
            say(Draft.of("user_report").with("uid", 1));
        }
        say(LimitScenarios.onOrder("move", 1, FUTURE, exit).with("price", 390));
        for (int i = 0; i < 6; i++) {
            say(Draft.of("tick").with("symbol", FUTURE));
        }
    }

    private static Draft replaceAt(final long price, final long orderId) {
        return LimitScenarios.onOrder("replace", 1, FUTURE, orderId)
                .with("price", price)
                .with("size", 3);
    }

    /** Trades with so many makers that no act follows. */
    private void events() {
        trade(PAIR, 100);
        say(order(1, PAIR, "BID", "GTC", 105, 5).with("trigger", 101).with("when", "RISES"));
        final long makers = MAX_EVENTS + dice.between(-1, 1);
        for (int i = 0; i < makers; i++) {
            place(2, PAIR, "ASK", "GTC", 101, 1);
        }
        place(2, PAIR, "ASK", "GTC", 102, 3);
        place(3, PAIR, "BID", "IOC", 101, makers);
        place(3, PAIR, "BID", "IOC", 105, 1);
        say(Draft.of("tick").with("symbol", PAIR));
    }

    private void expiries() {
        final int many = 2 * MAX_ACTS + 100;
        for (int i = 0; i < many; i++) {
            say(order(1 + i % 2, PAIR, "BID", "GTC", 20 + i % 7, 2).with("expireAt", 100_000 + i % 3));
        }
        say(order(3, PAIR, "ASK", "IOC", 30, 1)
                .with("trigger", 500)
                .with("when", "RISES")
                .with("expireAt", 100_001));
        say(Draft.of("tick").with("symbol", PAIR));
        time = 100_000;
        place(3, PAIR, "ASK", "IOC", 26, 3);
        say(Draft.of("tick").with("symbol", PAIR));
        time = 100_002;
        say(Draft.of("tick").with("symbol", PAIR));
        place(3, PAIR, "BID", "IOC", 20, 1);
        say(Draft.of("tick").with("symbol", PAIR));
        say(Draft.of("tick").with("symbol", PAIR));
        place(3, PAIR, "BID", "IOC", 20, 1);
    }

    private void massCancels() {
        for (int i = 0; i < MAX_EVENTS + 300; i++) {
            final Draft order = order(1 + i % 2, dice.chance(0.9) ? PAIR : FUTURE, "BID", "GTC", 20 + i % 50, 2);
            if (i % 11 == 0) {
                order.with("trigger", 200).with("when", "RISES");
            } else if (i % 7 == 0) {
                order.with("display", i % 2);
            }
            say(i % 5 == 0 ? order.withRaw("flagged", "true") : order);
        }
        say(Draft.of("mass_cancel").with("symbol", PAIR).withRaw("flagged", "true"));
        for (int i = 0; i < 3_000; i++) {
            place(1, dice.chance(0.5) ? PAIR : FUTURE, "BID", "GTC", 20 + i % 50, 2);
        }
        final Draft all = Draft.of("mass_cancel").with("uid", 1);
        say(dice.chance(0.5) ? all.withRaw("suspend", "true") : all);
        say(all);
        say(all);
        say(Draft.of("mass_cancel").with("symbol", PAIR));
    }

    /**
     * Places as many trailing orders as a user, and as a symbol, may have; all of them follow the price, and some fire.
     */
    private void trailing() {
        trade(PAIR, 500);
        for (int i = 0; i < 65; i++) {
            trail(1, i);
        }
        for (long uid = 100; uid < 163; uid++) {
            addUser(uid);
            for (int i = 0; i < 64; i++) {
                trail(uid, i);
            }
        }
        trail(2, 0);
        trade(PAIR, 503);
        trade(PAIR, 507);
        say(LimitScenarios.onOrder("cancel", 1, PAIR, 10));
        trail(2, 0);
        trail(2, 1);
        place(2, PAIR, "BID", "GTC", 400, 6_000);
        place(3, PAIR, "ASK", "IOC", 400, 1);
        for (int i = 0; i < 5; i++) {
            say(Draft.of("tick").with("symbol", PAIR));
        }
    }

    private void trail(final long uid, final int i) {
        final boolean ask = i % 2 == 0;
        final long trail = 20 + i % 5;
        say(order(uid, PAIR, ask ? "ASK" : "BID", "IOC", ask ? 300 : 700, 1)
                .with("trigger", ask ? 500 - trail : 500 + trail)
                .with("when", ask ? "FALLS" : "RISES")
                .with("trail", trail)
                .with("trailStep", 2 + i % 3));
    }

    /** Places budget bids while stops wait to act, so that the act of each bid is announced after other acts. */
    private void budgetsBehindABacklog() {
        trade(PAIR, 100);
        for (int i = 0; i < 5 * MAX_ACTS; i++) {
            say(order(1, PAIR, "ASK", "IOC", 60 + i % 30, 1).with("trigger", 98).with("when", "FALLS"));
        }
        place(2, PAIR, "ASK", "GTC", 120, 30);
        place(2, PAIR, "BID", "GTC", 97, 1);
        place(1, PAIR, "ASK", "IOC", 97, 1);
        place(3, PAIR, "BID", "IOC_BUDGET", 1_203, 10);
        place(3, PAIR, "BID", "FOK_BUDGET", 1_199, 10);
        place(3, PAIR, "BID", "FOK_BUDGET", 1_200, 10);
    }

    /** Makes two levels with more orders than an order with self-trade prevention looks through. */
    private void ordersLookedAt() {
        for (int i = 0; i < MAX_EVENTS + 4; i++) {
            place(i % 100 == 0 ? 3 : 2, PAIR, "ASK", "GTC", 100 + i / 4_000, 1);
        }
        final long others = MAX_EVENTS - MAX_EVENTS / 100 - 1;
        for (final String mode : List.of("CANCEL_TAKER", "CANCEL_BOTH", "CANCEL_MAKER", "NONE")) {
            for (final String type : List.of("FOK", "GTC")) {
                final boolean none = mode.equals("NONE");
                for (final long size : new long[] {none ? MAX_EVENTS + 5 : others + 1, others}) {
                    final Draft order = order(dice.of(3, 3, 1), PAIR, "BID", type, 120, size)
                            .with("stp", mode);
                    say(type.equals("FOK") ? order : order.with("minSize", size));
                }
            }
        }
    }

    private void place(
            final long uid, final int symbol, final String side, final String type, final long price, final long size) {
        say(order(uid, symbol, side, type, price, size));
    }

    private Draft order(
            final long uid, final int symbol, final String side, final String type, final long price, final long size) {
        return LimitScenarios.place(++lastOrderId, uid, symbol, side, type, price, size);
    }

    private void say(final Draft draft) {
        lines.add(draft.with("timestamp", time++).line());
    }
}
