package io.daybook.model.generate;

import java.util.List;
import java.util.function.Consumer;

/**
 * Writes an order for every term with every order type, on both sides, for pairs and futures, at each edge of the term;
 * each order is cancelled at once.
 */
final class TermsTable {
    private static final List<String> TYPES = List.of("GTC", "IOC", "FOK", "POST_ONLY", "FOK_BUDGET", "IOC_BUDGET");
    private static final List<String> MODES =
            List.of("NONE", "CANCEL_TAKER", "CANCEL_MAKER", "CANCEL_BOTH", "DECREMENT");
    private static final long MIN_PRICE = 10;
    private static final long MAX_PRICE = 1_000;
    private static final long LAST = 100;
    private static final long MOST = 1L << 40;
    private static final long ORDER = 700_000;

    private final Consumer<Draft> out;
    private int symbol;
    private boolean bid;
    private String type = "";

    TermsTable(final Consumer<Draft> out) {
        this.out = out;
    }

    void write() {
        for (final int each : List.of(OrderLimitScenarios.PAIR, OrderLimitScenarios.FUTURE)) {
            symbol = each;
            market();
            for (final boolean side : new boolean[] {true, false}) {
                bid = side;
                for (final String one : TYPES) {
                    type = one;
                    triggers();
                    trails();
                    sizes();
                    entries();
                    times();
                    exits();
                }
                type = "GTC";
                stops();
                brackets();
            }
        }
    }

    /** Trades at 100, and rests large orders at 95 and 105, so that the orders of the table have room in between. */
    private void market() {
        out.accept(order(2, 1, true, "GTC", LAST, 1));
        out.accept(order(3, 2, false, "IOC", LAST, 1));
        out.accept(order(2, 3, true, "GTC", 95, 100_000));
        out.accept(order(2, 4, false, "GTC", 105, 100_000));
    }

    private Draft order(
            final long uid,
            final long orderId,
            final boolean ofBid,
            final String ofType,
            final long price,
            final long size) {
        return Draft.of("place")
                .with("uid", uid)
                .with("symbol", symbol)
                .with("orderId", orderId)
                .with("side", ofBid ? "BID" : "ASK")
                .with("type", ofType)
                .with("price", price)
                .with("size", size);
    }

    private Draft order() {
        return order(1, ORDER, bid, type, LAST, 1_000);
    }

    /** Places the order, and cancels it and its exit. */
    private void probe(final Draft order) {
        out.accept(order);
        for (final long orderId : new long[] {ORDER, ORDER + 1}) {
            out.accept(Draft.of("cancel").with("uid", 1).with("symbol", symbol).with("orderId", orderId));
        }
    }

    /** A price that is this many ticks worse for the side. */
    private long beyond(final long price, final long ticks) {
        return bid ? price + ticks : price - ticks;
    }

    private String stopsWhen() {
        return bid ? "RISES" : "FALLS";
    }

    private String limitsWhen() {
        return bid ? "FALLS" : "RISES";
    }

    private void triggers() {
        for (final long trigger :
                new long[] {-1, MIN_PRICE - 1, MIN_PRICE, LAST - 1, LAST, LAST + 1, MAX_PRICE, MAX_PRICE + 1}) {
            probe(order().with("trigger", trigger).with("when", "RISES"));
            probe(order().with("trigger", trigger).with("when", "FALLS"));
        }
        probe(order().with("trigger", beyond(LAST, 1)));
        probe(order().with("when", "RISES"));
        probe(order().with("triggerBy", "LAST"));
        for (final String source : List.of("LAST", "MARK")) {
            probe(order().with("trigger", beyond(LAST, 1))
                    .with("when", stopsWhen())
                    .with("triggerBy", source));
        }
    }

    private Draft stop(final long trigger) {
        return order().with("trigger", trigger).with("when", stopsWhen());
    }

    private void trails() {
        for (final long trail : new long[] {-1, 0, 1, 15, 16, 17, MOST - 1, MOST, MOST + 1}) {
            final long least = (trail + 15) / 16;
            for (final long step : new long[] {-1, 0, least - 1, least, least + 1, trail, trail + 1}) {
                probe(stop(beyond(LAST, 20)).with("trail", trail).with("trailStep", step));
            }
        }
        probe(order().with("trail", 5).with("trailStep", 1));
        probe(stop(beyond(LAST, 5)).with("trail", 5));
        probe(order().with("trigger", beyond(LAST, -5))
                .with("when", limitsWhen())
                .with("trail", 5)
                .with("trailStep", 1));
    }

    private void sizes() {
        for (final long size : new long[] {1, 2, 256, 257, 512, 1_000}) {
            final long least = (size + 255) / 256;
            for (final long display : new long[] {-1, 0, least - 1, least, size - 1, size}) {
                probe(order().with("size", size).with("display", display));
            }
            for (final long minSize : new long[] {-1, 1, size, size + 1}) {
                probe(order().with("size", size).with("price", beyond(LAST, 10)).with("minSize", minSize));
            }
        }
        probe(stop(beyond(LAST, 1)).with("display", 10));
        probe(stop(beyond(LAST, 1)).with("minSize", 10));
    }

    private void entries() {
        for (final long slippage : new long[] {-1, 0, 1, MOST, MOST + 1}) {
            probe(order().with("price", beyond(LAST, 10)).with("slippage", slippage));
            probe(stop(beyond(LAST, 1)).with("slippage", slippage));
        }
        probe(order().with("price", beyond(LAST, 10)).withRaw("slide", "true"));
        probe(order().withRaw("slide", "false"));
        for (final String mode : MODES) {
            probe(order().with("price", beyond(LAST, 10)).with("stp", mode));
            probe(order().with("stp", mode).with("minSize", 1));
        }
        for (final String flag : List.of("day", "reduceOnly", "flagged")) {
            probe(order().withRaw(flag, "true"));
            probe(stop(beyond(LAST, 1)).withRaw(flag, "true"));
        }
    }

    private void times() {
        for (final long time : new long[] {-1, 1, 1_000, Long.MAX_VALUE}) {
            probe(order().with("expireAt", time));
            probe(stop(beyond(LAST, 1)).with("expireAt", time));
        }
    }

    private void stops() {
        for (final long trigger : new long[] {-1, 0, 1, 5}) {
            for (final long stop : new long[] {-1, 0, 1}) {
                probe(stop(beyond(LAST, trigger)).with("stopPrice", beyond(LAST, trigger + stop)));
            }
        }
        for (final long stopPrice : new long[] {-1, MIN_PRICE - 1, MIN_PRICE, MAX_PRICE, MAX_PRICE + 1}) {
            probe(stop(beyond(LAST, 1)).with("stopPrice", stopPrice));
        }
        probe(order().with("stopPrice", beyond(LAST, 5)));
        probe(order().with("trigger", beyond(LAST, 1))
                .with("when", limitsWhen())
                .with("stopPrice", beyond(LAST, 5)));
        for (final long reserve : new long[] {0, LAST, 103, 104, MAX_PRICE, MAX_PRICE + 1}) {
            probe(stop(beyond(LAST, 1)).with("stopPrice", beyond(LAST, 4)).with("reservePrice", reserve));
        }
        for (final String other : List.of("IOC", "FOK", "POST_ONLY")) {
            probe(stop(beyond(LAST, 1)).with("type", other).with("stopPrice", beyond(LAST, 5)));
        }
    }

    private Draft withExit(final long orderId, final long price, final long trigger, final long stopPrice) {
        return order().withRaw(
                        "exit",
                        Draft.nested()
                                .with("orderId", orderId)
                                .with("price", price)
                                .with("trigger", trigger)
                                .with("stopPrice", stopPrice)
                                .line());
    }

    private void exits() {
        final long exit = ORDER + 1;
        final long price = beyond(LAST, 3);
        final long trigger = beyond(LAST, -3);
        probe(withExit(exit, price, trigger, trigger));
        probe(withExit(exit, price, 0, 0));
        probe(withExit(exit, 0, trigger, trigger));
        probe(withExit(exit, 0, 0, 0));
        probe(withExit(exit, price, trigger, 0));
        probe(withExit(exit, price, 0, trigger));
        for (final long id : new long[] {-1, 0, ORDER, 4}) {
            probe(withExit(id, price, trigger, trigger));
        }
        probe(withExit(exit, price, trigger, trigger).with("slippage", 1));
        probe(withExit(exit, price, 0, 0).with("slippage", 1));
        probe(withExit(exit, price, 0, 0).with("trigger", beyond(LAST, 1)).with("when", stopsWhen()));
    }

    /** Tries brackets whose prices are barely in order or barely out of it, and prices at the limits. */
    private void brackets() {
        final long exit = ORDER + 1;
        for (final long off : new long[] {-1, 0, 1}) {
            probe(withExit(exit, beyond(LAST, off), 0, 0));
            probe(withExit(exit, 0, beyond(LAST, off), beyond(LAST, -5)));
            probe(withExit(exit, beyond(LAST, 3), beyond(LAST, -3), beyond(LAST, -3 + off)));
            probe(withExit(exit, beyond(LAST, off), beyond(LAST, -1), beyond(LAST, -1)));
            probe(withExit(exit, beyond(90, off), 90, beyond(90, -2)).with("type", "IOC"));
        }
        for (final long edge : new long[] {-1, MIN_PRICE - 1, MIN_PRICE, MAX_PRICE, MAX_PRICE + 1}) {
            probe(withExit(exit, edge, 0, 0));
            probe(withExit(exit, 0, edge, edge));
            probe(withExit(exit, 0, beyond(LAST, -3), edge));
        }
    }
}
