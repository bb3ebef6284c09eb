package io.daybook.model.generate;

import java.util.List;

/** Places more stops and brackets than a few commands can carry out, and triggers them. */
final class Backlog {
    private static final long PLENTY = 1L << 48;

    private final Floor floor;
    private final Dice dice;
    private final MoneyFlow money;
    private long lastOrderId = 1_000;

    Backlog(final Floor floor, final MoneyFlow money) {
        this.floor = floor;
        this.dice = floor.dice;
        this.money = money;
    }

    void pileUp(final int orders) {
        for (final long uid : floor.uids) {
            for (final int currency : money.currencies()) {
                floor.say(money.deposit(uid, currency, PLENTY));
            }
            floor.say(Draft.of("resume_user").with("uid", uid));
            floor.say(Draft.of("set_user").with("uid", uid).withRaw("set", "{\"maxOpenOrders\":16384}"));
        }
        final Instrument instrument = floor.anyInstrument();
        final long mid = instrument.mid();
        floor.say(Draft.of("mass_cancel").with("symbol", instrument.spec().symbol()));
        floor.say(order(instrument, "BID", "GTC", mid, 1));
        floor.say(order(instrument, "ASK", "IOC", mid, 1));
        final double brackets = dice.of(0, 50, 90) / 100.0;
        for (int i = 0; i < orders; i++) {
            floor.say(dice.chance(brackets) ? bracket(instrument, mid) : stop(instrument, mid));
        }
        floor.say(order(instrument, "ASK", "IOC", mid - 5, dice.between(orders, 2L * orders)));
        floor.say(order(instrument, "BID", "GTC", mid - 6, dice.between(1, orders)));
        floor.say(order(instrument, "ASK", "IOC", mid - 6, 1));
    }

    private Draft order(
            final Instrument instrument, final String side, final String type, final long price, final long size) {
        return Draft.of("place")
                .with("uid", dice.of(floor.uids))
                .with("symbol", instrument.spec().symbol())
                .with("orderId", ++lastOrderId)
                .with("side", side)
                .with("type", type)
                .with("price", price)
                .with("size", size);
    }

    private Draft stop(final Instrument instrument, final long mid) {
        final boolean sells = dice.chance(0.8);
        final long trigger = sells ? mid - dice.between(1, 6) : mid + dice.between(1, 3);
        final String type = dice.of(List.of("IOC", "GTC", "GTC"));
        final long price = sells ? trigger - dice.between(-8, 6) : trigger + dice.between(-2, 4);
        return order(instrument, sells ? "ASK" : "BID", type, price, dice.between(1, 2))
                .with("trigger", trigger)
                .with("when", sells ? "FALLS" : "RISES");
    }

    private Draft bracket(final Instrument instrument, final long mid) {
        final long price = mid - dice.between(1, 5);
        final Draft exit = Draft.nested()
                .with("orderId", lastOrderId + 1_000_000)
                .with("price", mid + dice.between(0, 4))
                .with("trigger", price - dice.between(1, 4))
                .with("stopPrice", mid - 15);
        return order(instrument, "BID", "GTC", price, dice.between(1, 3)).withRaw("exit", exit.line());
    }
}
