package io.daybook.cli.demo;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * The traders: an endless stream of commands. The n-th command depends on the seed and on n alone, never on an answer
 * of the exchange, so that the same stream can be repeated elsewhere. Used by one thread.
 */
final class TulipMarket {
    static final int SYMBOL = 1;

    private static final int TULIPS = 1;
    private static final int GUILDERS = 2;
    private static final int TRADERS = 40;
    private static final long PLENTY = 1_000_000_000_000L;
    private static final long FIRST_PRICE = 1_000;
    private static final long LOWEST_FAIR_PRICE = 900;
    private static final long HIGHEST_FAIR_PRICE = 1_100;
    private static final long HIGHEST_PRICE = 2_000;
    private static final int WIDTH = 9;
    private static final int LARGEST_ORDER = 30;
    private static final int REMEMBERED_ORDERS = 256;
    private static final int PERCENT = 100;

    private final Random random;
    private final long[] orderIds = new long[REMEMBERED_ORDERS];
    private final long[] owners = new long[REMEMBERED_ORDERS];
    private long made;
    private long fairPrice = FIRST_PRICE;

    TulipMarket(final long seed) {
        this.random = new Random(seed);
    }

    /** The next command. */
    Command next() {
        made++;
        if (made == 1) {
            return new AddSymbol(SymbolSpec.exchangePair(SYMBOL, TULIPS, GUILDERS)
                    .feesPerLot(2, 1)
                    .prices(1, HIGHEST_PRICE)
                    .build());
        }
        if (made == 2) {
            final Map<Long, Map<Integer, Long>> accounts = new TreeMap<>();
            for (long uid = 1; uid <= TRADERS; uid++) {
                accounts.put(uid, Map.of(TULIPS, PLENTY, GUILDERS, PLENTY));
            }
            return AddAccounts.of(accounts);
        }
        return trade();
    }

    private Command trade() {
        if (random.nextInt(10) == 0) {
            fairPrice = Math.max(LOWEST_FAIR_PRICE, Math.min(HIGHEST_FAIR_PRICE, fairPrice + random.nextInt(3) - 1));
        }
        final int slot = random.nextInt(REMEMBERED_ORDERS);
        final int dice = random.nextInt(PERCENT);
        if (orderIds[slot] == 0) {
            return quote(slot);
        }
        if (dice < 35) {
            return new MoveOrder(owners[slot], SYMBOL, orderIds[slot], fairPrice + random.nextInt(2 * WIDTH) - WIDTH);
        }
        if (dice < 85) {
            final Command cancel = new CancelOrder(owners[slot], SYMBOL, orderIds[slot]);
            orderIds[slot] = 0;
            return cancel;
        }
        final Side side = side();
        final long worst = side == Side.BID ? fairPrice + 2 : fairPrice - 2;
        return PlaceOrder.ioc(trader(), SYMBOL, made, side, worst, size());
    }

    private Command quote(final int slot) {
        final Side side = side();
        // 0 to 12 ticks from the fair price, never beyond it
        final long distance = (long) random.nextInt(WIDTH) + random.nextInt(WIDTH) / 2;
        final long price = side == Side.BID ? fairPrice - distance : fairPrice + distance;
        orderIds[slot] = made;
        owners[slot] = trader();
        return new PlaceOrder(
                owners[slot], SYMBOL, made, side, OrderType.GTC, price, side == Side.BID ? HIGHEST_PRICE : 0, size());
    }

    private Side side() {
        return random.nextBoolean() ? Side.BID : Side.ASK;
    }

    private long trader() {
        return 1 + (long) random.nextInt(TRADERS);
    }

    private long size() {
        return 1 + (long) random.nextInt(LARGEST_ORDER);
    }
}
