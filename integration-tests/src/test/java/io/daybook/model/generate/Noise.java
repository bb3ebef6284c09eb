package io.daybook.model.generate;

import io.daybook.model.User;
import java.util.List;

/** Values out of range in lines that are commands, and lines that are not commands. */
final class Noise {
    private static final List<String> IDS = List.of("symbol", "currency", "depth", "base", "quote");
    private static final List<String> UNREADABLE = List.of(
            "{",
            "}",
            "[]",
            "[{\"cmd\":\"nop\"}]",
            "nop",
            "7",
            "\"nop\"",
            "null",
            "{}",
            "{\"cmd\":\"nop\"",
            "{\"cmd\":\"nop\",}",
            "{\"cmd\":\"nop\"}{\"cmd\":\"nop\"}",
            "{\"cmd\":nop}",
            "{\"cmd\":7}",
            "{\"cmd\":null}",
            "{\"cmd\":\"NOP\"}",
            "{\"cmd\":\"\"}",
            "{\"cmd\":\"place_order\"}",
            "{\"cmd\":\"nop\",\"uid\":1}",
            "{\"cmd\":\"nop\",\"cmd\":\"nop\"}",
            "{\"cmd\":\"nop\",\"cookie\":\"7\"}",
            "{\"cmd\":\"nop\",\"cookie\":9223372036854775808}",
            "{\"cmd\":\"nop\",\"timestamp\":1.5}",
            "{\"cmd\":\"nop\",\"seq\":true}",
            "{\"cmd\":\"add_user\"}",
            "{\"cmd\":\"add_user\",\"uid\":\"1\"}",
            "{\"cmd\":\"add_user\",\"uid\":1.0}",
            "{\"cmd\":\"add_user\",\"uid\":1e3}",
            "{\"cmd\":\"add_user\",\"uid\":null}",
            "{\"cmd\":\"add_user\",\"uid\":[1]}",
            "{\"cmd\":\"add_user\",\"uid\":99999999999999999999999999}",
            "{\"cmd\":\"add_user\",\"uid\":1,\"uid\":2}",
            "{\"cmd\":\"add_symbols\"}",
            "{\"cmd\":\"add_symbols\",\"symbols\":{}}",
            "{\"cmd\":\"add_symbols\",\"symbols\":[7]}",
            "{\"cmd\":\"add_symbols\",\"symbols\":[{\"symbol\":1}]}",
            "{\"cmd\":\"add_accounts\",\"accounts\":[]}",
            "{\"cmd\":\"add_accounts\",\"accounts\":{\"x\":{\"20\":1}}}",
            "{\"cmd\":\"add_accounts\",\"accounts\":{\"5\":7}}",
            "{\"cmd\":\"add_accounts\",\"accounts\":{\"5\":{\"20\":\"1\"}}}",
            "{\"cmd\":\"add_accounts\",\"accounts\":{\"5\":{\"2147483648\":1}}}",
            "{\"cmd\":\"add_accounts\",\"accounts\":{\"9223372036854775808\":{}}}",
            "{\"cmd\":\"add_accounts\",\"accounts\":{\"5\":{\"20\":1,\"20\":1}}}",
            "{\"cmd\":\"add_symbol\",\"symbol\":900,\"type\":\"OPTION\",\"base\":1,\"quote\":2,\"lotSize\":1,"
                    + "\"tickValue\":1}",
            "{\"cmd\":\"add_symbol\",\"symbol\":900,\"type\":\"EXCHANGE_PAIR\",\"base\":1,\"quote\":2,\"lotSize\":1,"
                    + "\"tickValue\":1,\"feeType\":\"NONE\"}",
            "{\"cmd\":\"book\",\"symbol\":2147483648}",
            "{\"cmd\":\"book\",\"symbol\":1,\"depth\":\"all\"}",
            "{\"cmd\":\"user_report\",\"uid\":1,\"symbol\":1}",
            "{\"cmd\":\"totals_report\",\"x\":0}");
    private static final List<String> SKIPPED = List.of("", "   ", "# a comment", "#{\"cmd\":\"nop\"}");

    private final Floor floor;
    private final Dice dice;

    Noise(final Floor floor) {
        this.floor = floor;
        this.dice = floor.dice;
    }

    /** Replaces a number of a line by a value at the edge of a range. */
    Draft atEdge(final Draft draft) {
        final List<String> numbers = draft.numbers();
        if (numbers.isEmpty()) {
            return draft;
        }
        final String name = dice.of(numbers);
        return draft.with(name, IDS.contains(name) ? dice.edgeId() : dice.edge());
    }

    /**
     * Returns a bad line, which gets no sequence number. If lines have timestamps, it is never a line whose timestamp
     * the clock would have to give.
     */
    String badLine(final Draft draft) {
        final boolean stamped = floor.kind.hasTerms();
        if (stamped) {
            floor.stamped(draft);
        }
        switch (dice.weighted(50, stamped ? 0 : 12, 12, 12, 14)) {
            case 0:
                return dice.of(UNREADABLE);
            case 1:
                return draft.without(dice.of(draft.names())).line();
            case 2:
                return draft.with("colour", 7).line();
            case 3:
                final List<String> names = draft.names();
                names.add(dice.of(names));
                return draft.line(names);
            default:
                return spoiled(draft);
        }
    }

    private String spoiled(final Draft draft) {
        final String name = dice.of(draft.names());
        final List<String> values =
                List.of("1.5", "1e2", "true", "null", "\"x\"", "[]", "9223372036854775808", "-9223372036854775809");
        return draft.withRaw(name, dice.of(values)).line();
    }

    String skipped() {
        return dice.of(SKIPPED);
    }

    /**
     * Places a large ask, and a budget bid for lots that cost a little more than 2^64, or exactly a power of two, in
     * ticks × lots.
     */
    void wrapProbe(final MoneyFlow money) {
        final long price = 1L << 40;
        final long seller = dice.of(floor.uids);
        final long buyer = dice.of(floor.uids);
        final long lots = dice.of(1L << 22, 1L << 23, 1L << 24, (1L << 24) + 1, 1L << 25, (1L << 25) + 3);
        floor.say(money.deposit(seller, 33, 1L << 41));
        floor.say(money.deposit(buyer, 31, 1L << 53));
        floor.say(place(seller, "ASK", "GTC", price, 1L << 40));
        final String type = dice.chance(0.7) ? "FOK_BUDGET" : "IOC_BUDGET";
        floor.say(place(buyer, "BID", type, dice.of(price, 2 * price, 3 * price + 1, price - 1), lots));
    }

    private Draft place(final long uid, final String side, final String type, final long price, final long size) {
        return Draft.of("place")
                .with("uid", uid)
                .with("symbol", 25)
                .with("orderId", floor.anyOrderId())
                .with("side", side)
                .with("type", type)
                .with("price", price)
                .with("size", size);
    }

    /**
     * Makes deposits that come near the limit of a balance, exceed the limit, and reach it; or does the same with the
     * limit of a currency.
     */
    void whale(final MoneyFlow money) {
        if (dice.chance(0.5)) {
            fillBalance(money);
        } else {
            fillCurrency(money);
        }
    }

    private void fillBalance(final MoneyFlow money) {
        final int currency = 31;
        final long uid = dice.of(floor.uids);
        final User user = floor.state().users().get(uid);
        if (user == null) {
            return;
        }
        for (int i = 0; i < 127; i++) {
            floor.say(money.deposit(uid, currency, 1L << 53));
        }
        final long left = MoneyFlow.toBalanceLimit(user, currency);
        floor.say(money.deposit(uid, currency, left + 1));
        floor.say(money.deposit(uid, currency, left));
        floor.say(money.deposit(uid, currency, 1));
    }

    private void fillCurrency(final MoneyFlow money) {
        final int currency = 41;
        final Draft users = Draft.nested();
        for (int i = 0; i < 511; i++) {
            users.withRaw(Long.toString((1L << 45) + i), "{\"" + currency + "\":" + (1L << 53) + "}");
        }
        floor.say(addAccounts(users));
        final long last = dice.of(1L << 53, (1L << 53) - 1);
        floor.say(addAccounts(Draft.nested().withRaw("7", "{\"" + currency + "\":" + last + "}")));
        floor.say(addAccounts(Draft.nested().withRaw("8", "{\"" + currency + "\":1}")));
        floor.say(money.deposit(dice.of(floor.uids), currency, 1));
        floor.say(money.deposit(7, currency, -2));
        floor.say(money.deposit(dice.of(floor.uids), currency, dice.of(1, 2, 3)));
        floor.say(addAccounts(Draft.nested().withRaw("9", "{\"" + currency + "\":" + dice.of(0, 1, 2) + "}")));
    }

    private static Draft addAccounts(final Draft users) {
        return Draft.of("add_accounts").withRaw("accounts", users.line());
    }
}
