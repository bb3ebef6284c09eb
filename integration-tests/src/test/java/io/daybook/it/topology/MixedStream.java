package io.daybook.it.topology;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Query;
import io.daybook.api.ReduceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResumeUser;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.TotalsReportQuery;
import io.daybook.api.UserReportQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A seeded stream of commands of all kinds, with queries in between. Users have money for a few orders only, prices lie
 * close together, and orders are moved across the book, so that funds run out and fills restore them all the time: the
 * worst case for a risk thread that runs ahead.
 */
final class MixedStream {
    static final int HASH_EVERY = 10_000;

    private static final int USERS = 60;
    /** One in this many users trades futures: the orders of others need no exact state. */
    private static final int FUTURES_TRADERS = 4;

    private static final int PAIRS = 5;
    private static final int FUTURES = 3;
    static final int SYMBOLS = PAIRS + FUTURES;
    private static final int RECENT = 40;
    private static final int MID_PRICE = 1_000;
    private static final int SPREAD = 12;
    private static final long START_NS = 1_700_000_000_000_000_000L;

    /** An item to send: a command with cookie and timestamp, or a query. */
    record Item(Command command, Query<?> query, long cookie, long timestampNs) {}

    private final SplittableRandom random;
    private final List<Item> items = new ArrayList<>();
    private final long[][] recentIds = new long[SYMBOLS + 1][RECENT];
    private final long[][] recentUids = new long[SYMBOLS + 1][RECENT];
    private final int[] placed = new int[SYMBOLS + 1];
    private final long[] transactionIds = new long[USERS * 2];
    private int commands;
    private long nextOrderId = 1;
    private long nextUid = 100_000;

    private MixedStream(final long seed) {
        this.random = new SplittableRandom(seed);
    }

    /**
     * A stream with a number of commands, not counting queries; a query for the state hash follows every
     * {@value #HASH_EVERY} commands.
     */
    static List<Item> of(final long seed, final int commands) {
        return new MixedStream(seed).generate(commands);
    }

    private List<Item> generate(final int count) {
        setUp();
        while (commands < count) {
            next();
            if (commands % HASH_EVERY == 0) {
                ask(new StateHashQuery());
            }
        }
        ask(new StateHashQuery());
        ask(new TotalsReportQuery());
        return items;
    }

    private void setUp() {
        for (int symbol = 1; symbol <= 3; symbol++) {
            send(new AddSymbol(spec(symbol)));
        }
        send(new AddSymbols(List.of(spec(4), spec(6), spec(7))));
        final TreeMap<Long, java.util.SortedMap<Integer, Long>> accounts = new TreeMap<>();
        for (long uid = 1; uid <= USERS; uid++) {
            final TreeMap<Integer, Long> balances = new TreeMap<>();
            balances.put(10, 20L + random.nextInt(50));
            balances.put(11, 200L + random.nextInt(500));
            balances.put(20, 40_000L + random.nextInt(60_000));
            accounts.put(uid, balances);
        }
        send(new AddAccounts(accounts));
    }

    /** Symbols 1 to 5 are pairs, 6 to 8 futures; the pair 5 and the future 8 are added later, at random. */
    private static SymbolSpec spec(final int symbol) {
        return switch (symbol) {
            case 1 -> SymbolSpec.exchangePair(1, 10, 20).build();
            case 2 ->
                SymbolSpec.exchangePair(2, 11, 20).lotSize(10).feesPerLot(3, 1).build();
            case 3 ->
                SymbolSpec.exchangePair(3, 10, 20)
                        .tickValue(2)
                        .feesProportional(2_000, 1_000)
                        .build();
            case 4 -> SymbolSpec.exchangePair(4, 11, 10).lotSize(1_000).build();
            case 5 ->
                SymbolSpec.exchangePair(5, 11, 20).feesProportional(500, 0).build();
            case 6 -> futures(6, 10);
            case 7 -> futures(7, 11);
            default -> futures(8, 10);
        };
    }

    private static SymbolSpec futures(final int symbol, final int base) {
        return SymbolSpec.futuresContract(symbol, base, 20)
                .margins(400, 500)
                .feesPerLot(2, 1)
                .prices(1, 100_000)
                .build();
    }

    private void next() {
        final int dice = random.nextInt(1_000);
        if (dice < 380) {
            place(1 + random.nextInt(PAIRS));
        } else if (dice < 480) {
            place(PAIRS + 1 + random.nextInt(FUTURES));
        } else if (dice < 700) {
            final int symbol = symbol();
            final int at = recent(symbol);
            send(new MoveOrder(uidOf(symbol, at), symbol, recentIds[symbol][at], price()));
        } else if (dice < 830) {
            final int symbol = symbol();
            final int at = recent(symbol);
            send(new CancelOrder(uidOf(symbol, at), symbol, recentIds[symbol][at]));
        } else if (dice < 880) {
            final int symbol = symbol();
            final int at = recent(symbol);
            send(new ReduceOrder(uidOf(symbol, at), symbol, recentIds[symbol][at], random.nextInt(6)));
        } else if (dice < 950) {
            adjust();
        } else if (dice < 985) {
            administer();
        } else {
            query();
        }
    }

    private void place(final int symbol) {
        final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
        final OrderType type = type();
        final long size = 1 + random.nextInt(9);
        final boolean budget = type == OrderType.FOK_BUDGET || type == OrderType.IOC_BUDGET;
        final long price = budget ? size * price() : price();
        final boolean reserves = side == Side.BID && !budget && random.nextInt(3) == 0;
        final long uid = symbol <= PAIRS ? uid() : FUTURES_TRADERS * uid(USERS / FUTURES_TRADERS);
        final boolean isDuplicate = random.nextInt(100) == 0;
        final long orderId = isDuplicate ? recentIds[symbol][recent(symbol)] : nextOrderId++;
        send(new PlaceOrder(
                uid, symbol, orderId, side, type, price, reserves ? price + random.nextInt(SPREAD) : 0, size));
        if (!isDuplicate) {
            final int at = placed[symbol]++ % RECENT;
            recentIds[symbol][at] = orderId;
            recentUids[symbol][at] = uid;
        }
    }

    private OrderType type() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> OrderType.IOC;
            case 2 -> OrderType.FOK;
            case 3 -> OrderType.FOK_BUDGET;
            case 4 -> OrderType.IOC_BUDGET;
            case 5 -> OrderType.POST_ONLY;
            default -> OrderType.GTC;
        };
    }

    /** Sends a deposit or a withdrawal worth a few orders, now and then with the last transaction id again. */
    private void adjust() {
        final long uid = uid();
        final int index = (int) uid % transactionIds.length;
        if (random.nextInt(20) != 0) {
            transactionIds[index]++;
        }
        final int currency = random.nextInt(3) == 0 ? 20 : 10 + random.nextInt(2);
        final long most = currency == 20 ? 20_000 : currency == 10 ? 20 : 200;
        final long amount = random.nextLong(-most, most + 1);
        send(new AdjustBalance(uid, currency, amount, transactionIds[index]));
    }

    private void administer() {
        switch (random.nextInt(8)) {
            case 0, 1, 2, 3 -> send(random.nextInt(8) == 0 ? new SuspendUser(uid()) : new ResumeUser(uid()));
            case 4 -> send(new AddUser(random.nextBoolean() ? nextUid++ : uid()));
            case 5 -> send(new AddSymbol(spec(1 + random.nextInt(SYMBOLS))));
            case 6 -> send(new Reset());
            default -> send(new Nop());
        }
    }

    private void query() {
        switch (random.nextInt(20)) {
            case 0 -> ask(new TotalsReportQuery());
            case 1, 2, 3, 4, 5 -> ask(new OrderBookQuery(symbol(), random.nextInt(6)));
            default -> ask(new UserReportQuery(uid()));
        }
    }

    private long uid() {
        return uid(USERS + 1); // one uid is unknown
    }

    private long uid(final int users) {
        return 1 + random.nextInt(users);
    }

    private int symbol() {
        return 1 + random.nextInt(SYMBOLS);
    }

    private int recent(final int symbol) {
        return random.nextInt(Math.min(RECENT, Math.max(1, placed[symbol])));
    }

    private long uidOf(final int symbol, final int at) {
        return random.nextInt(30) == 0 ? uid() : recentUids[symbol][at];
    }

    private long price() {
        return MID_PRICE + random.nextInt(SPREAD) - random.nextInt(SPREAD);
    }

    private void send(final Command command) {
        commands++;
        final long jitter = random.nextInt(2_000) - 500;
        items.add(new Item(command, null, commands * 3L, START_NS + commands * 1_000L + jitter));
    }

    private void ask(final Query<?> query) {
        items.add(new Item(null, query, 0, 0));
    }
}
