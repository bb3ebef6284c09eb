package io.daybook.risk;

import io.daybook.api.AddAccounts;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ResumeUser;
import io.daybook.api.Side;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random commands of one kind of venue. Prices lie so close that most orders meet. */
final class RandomMarket {
    static final int USERS = 5;

    private static final OrderType[] TYPES = OrderType.values();
    private static final int UNKNOWN = 99;

    /** The kinds of symbols, and of numbers, in the commands. */
    enum Kind {
        /** Pairs only. */
        SPOT,
        /** Futures only. */
        FUTURES,
        /** Both, over the same currencies. */
        MIXED,
        /** Both, with amounts, prices, sizes and ids around every limit, and any other longs. */
        HOSTILE
    }

    private final Kind kind;
    private final Random random;
    private final TestExchange exchange;
    private final int firstSymbol;
    private final int symbols;

    /** Opens symbols and users. */
    RandomMarket(final Kind kind, final Random random, final TestExchange exchange) {
        this.kind = kind;
        this.random = random;
        this.exchange = exchange;
        this.firstSymbol = kind == Kind.FUTURES ? 3 : 1;
        this.symbols = kind == Kind.SPOT ? 2 : 6 - firstSymbol;
        final int ppm = random.nextInt(4) == 0 ? 1_000_000 : random.nextInt(20_000);
        final int fee = random.nextInt(7);
        exchange.symbol(SymbolSpec.exchangePair(1, 1, 2)
                        .lotSize(magnitude(5, 45))
                        .tickValue(magnitude(5, 40))
                        .feesPerLot(6, fee)
                        .prices(1, maxPrice(30)))
                .symbol(SymbolSpec.exchangePair(2, 2, 3)
                        .tickValue(magnitude(50, 40))
                        .feesProportional(ppm, ppm / 2)
                        .prices(2, maxPrice(30)))
                .symbol(SymbolSpec.futuresContract(3, 9, 2)
                        .tickValue(magnitude(5, 20))
                        .feesPerLot(magnitude(2, 45) + 1, 1)
                        .margins(magnitude(100, 62) - 1, random.nextInt(100))
                        .prices(1, maxPrice(30)))
                .symbol(SymbolSpec.futuresContract(4, 9, 2)
                        .margins(random.nextInt(10), 0)
                        .prices(1, maxPrice(40)))
                .symbol(SymbolSpec.futuresContract(5, 9, 3)
                        .tickValue(random.nextBoolean() ? 3 : 1L << 50)
                        .margins(7, 9)
                        .prices(1, 30));
        for (long uid = 1; uid <= USERS; uid++) {
            exchange.user(uid);
        }
    }

    /** The next command. */
    Command next(final int number) {
        final long uid = random.nextInt(60) == 0 ? UNKNOWN : 1 + random.nextInt(USERS);
        final int symbol = random.nextInt(60) == 0 ? UNKNOWN : firstSymbol + random.nextInt(symbols);
        final long orderId = random.nextInt(60) == 0 ? 0 : 1 + random.nextInt(40);
        final long price = hostile(random.nextInt(32));
        final int what = number < 20 ? 90 : random.nextInt(100);
        if (what < 55) {
            return place(uid, symbol, hostile(orderId), price);
        }
        if (what < 82 && symbol != UNKNOWN && random.nextInt(4) != 0) {
            final List<NaiveBook.Order> live = exchange.book(symbol).orders();
            if (!live.isEmpty()) {
                final NaiveBook.Order order = live.get(random.nextInt(live.size()));
                return change(what, order.uid, symbol, order.orderId, price);
            }
        }
        if (what < 82) {
            return change(what, uid, symbol, orderId, price);
        }
        if (what < 96) {
            return adjust(uid, number);
        }
        if (what == 96) {
            return AddAccounts.of(Map.of(100L + random.nextInt(50), Map.of(random.nextInt(5), price)));
        }
        return what == 97 && random.nextInt(3) == 0 ? new SuspendUser(uid) : new ResumeUser(uid);
    }

    private Command place(final long uid, final int symbol, final long orderId, final long price) {
        final OrderType type = random.nextInt(3) == 0 ? TYPES[random.nextInt(TYPES.length)] : OrderType.GTC;
        final long size = hostile(random.nextInt(50) == 0 ? 1L << random.nextInt(42) : random.nextInt(12));
        final long total = hostile(type.isBudget() ? price * size + random.nextInt(9) : price);
        final long reserve = random.nextInt(3) == 0 ? hostile(price + random.nextInt(5)) : 0;
        final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
        return new PlaceOrder(uid, symbol, orderId, side, type, total, reserve, size);
    }

    private Command change(final int what, final long uid, final int symbol, final long orderId, final long price) {
        if (what < 67) {
            return new MoveOrder(uid, symbol, orderId, price);
        }
        return what < 74
                ? new ReduceOrder(uid, symbol, orderId, hostile(random.nextInt(6)))
                : new CancelOrder(uid, symbol, orderId);
    }

    private Command adjust(final long uid, final int number) {
        if (kind == Kind.HOSTILE && random.nextInt(3) != 0) {
            final long amount = (1L << 53) - random.nextInt(3) + random.nextInt(2);
            return new AdjustBalance(uid, random.nextInt(4), random.nextInt(4) == 0 ? -amount : amount, number);
        }
        final long amount = random.nextInt(3) == 0 ? -random.nextInt(300) : random.nextInt(2_000);
        return new AdjustBalance(uid, random.nextInt(4), amount, number - random.nextInt(2));
    }

    /** Returns the value, or now and then in a hostile market a power of two, its neighbour, or any long. */
    private long hostile(final long value) {
        if (kind != Kind.HOSTILE || random.nextInt(4) != 0) {
            return value;
        }
        return switch (random.nextInt(8)) {
            case 0 -> random.nextLong();
            case 1 -> Long.MAX_VALUE - random.nextInt(2);
            case 2 -> -value;
            default -> (1L << random.nextInt(43)) + random.nextInt(3) - 1;
        };
    }

    /** Draws a number from 1 to {@code most}, or in a hostile market a power of two. */
    private long magnitude(final int most, final int mostBits) {
        return kind == Kind.HOSTILE && random.nextBoolean()
                ? 1L << random.nextInt(mostBits + 1)
                : 1 + random.nextInt(most);
    }

    private long maxPrice(final long usual) {
        return kind == Kind.HOSTILE && random.nextBoolean() ? 1L << 5 + random.nextInt(36) : usual;
    }
}
