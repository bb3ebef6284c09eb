package io.daybook.it;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResumeUser;
import io.daybook.api.SetUser;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.api.Term;
import io.daybook.api.Tick;
import io.daybook.api.TriggerWhen;
import io.daybook.api.UserSetting;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Commands with any values in their fields: mostly sensible values, so that many checks pass; otherwise values at a
 * limit, or random ones.
 */
final class HostileCommands {
    private static final long[] EDGES = {
        0,
        -1,
        1,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 32,
        1L << 40,
        (1L << 40) + 1,
        1L << 53,
        (1L << 53) + 1,
        1L << 60,
        1L << 62,
        -(1L << 53),
        Limits.MAX_SIZE
    };

    private final SplittableRandom random;
    private long transactionId;

    HostileCommands(final SplittableRandom random) {
        this.random = random;
    }

    /** The commands that open a market: symbols, and users with money. */
    List<Command> opening() {
        final Map<Long, Map<Integer, Long>> accounts = new TreeMap<>();
        for (long uid = 1; uid <= 5; uid++) {
            accounts.put(uid, Map.of(1, 1_000_000L, 2, 100_000_000L, 3, 5_000L));
        }
        return List.of(
                new AddSymbol(SymbolSpec.exchangePair(1, 1, 2)
                        .lotSize(10)
                        .feesPerLot(3, 1)
                        .build()),
                new AddSymbol(SymbolSpec.exchangePair(2, 3, 2)
                        .tickValue(7)
                        .feesProportional(900, 100)
                        .build()),
                new AddSymbol(SymbolSpec.futuresContract(3, 1, 2)
                        .margins(5, 6)
                        .feesPerLot(2, 0)
                        .prices(1, 1000)
                        .build()),
                AddAccounts.of(accounts));
    }

    /** A command of any type. */
    Command any() {
        return switch (random.nextInt(25)) {
            case 0 -> new AddUser(uid());
            case 1 -> new AddSymbol(spec());
            case 2 -> new AddSymbols(random.nextBoolean() ? List.of(spec(), spec()) : List.of());
            case 3 -> accounts();
            case 4 -> random.nextBoolean() ? new SuspendUser(uid()) : settings();
            case 5, 6 -> new ResumeUser(uid());
            case 7 ->
                switch (random.nextInt(20)) {
                    case 0 -> new Reset();
                    case 1 -> new PersistSnapshot();
                    default -> new Nop();
                };
            default -> forDoor();
        };
    }

    /** A command of a type that the fast door accepts. */
    Command forDoor() {
        return switch (random.nextInt(16)) {
            case 0 -> new CancelOrder(uid(), symbol(), orderId());
            case 1 -> new ReduceOrder(uid(), symbol(), orderId(), value(8));
            case 2, 3 -> new MoveOrder(uid(), symbol(), orderId(), value(30));
            case 4, 5 -> new AdjustBalance(uid(), currency(), value(1L << 50), transactionId());
            case 6 ->
                new ReplaceOrder(
                        uid(),
                        symbol(),
                        orderId(),
                        random.nextBoolean() ? 0 : orderId(),
                        value(30),
                        value(8),
                        random.nextInt(3) == 0 ? value(40) : 0,
                        random.nextInt(3) == 0 ? value(30) : 0,
                        random.nextInt(3) == 0 ? value(30) : 0);
            case 7 ->
                random.nextInt(3) != 0
                        ? new Tick(symbol())
                        : new MassCancel(
                                random.nextBoolean() ? uid() : 0,
                                random.nextBoolean() ? symbol() : 0,
                                random.nextInt(3) == 0 ? side() : null,
                                random.nextBoolean(),
                                random.nextInt(4) == 0);
            default ->
                new PlaceOrder(
                        uid(),
                        symbol(),
                        orderId(),
                        side(),
                        OrderType.values()[random.nextInt(OrderType.values().length)],
                        value(30),
                        random.nextInt(3) == 0 ? value(40) : 0,
                        value(8),
                        random.nextInt(3) == 0 ? terms() : OrderTerms.NONE);
        };
    }

    /** Mostly up to three sensible terms and an end; now and then any terms, with any values. */
    private OrderTerms terms() {
        final OrderTerms.Builder terms = OrderTerms.builder();
        if (!usually()) {
            for (final Term term : Term.values()) {
                if (term.isOfOrder() && random.nextInt(3) == 0) {
                    terms.set(term, value(30));
                }
            }
            return terms.build();
        }
        for (int i = random.nextInt(3); i >= 0; i--) {
            switch (random.nextInt(10)) {
                case 0, 1 -> terms.trigger(value(30), random.nextBoolean() ? TriggerWhen.RISES : TriggerWhen.FALLS);
                case 2 -> terms.stopPrice(value(30));
                case 3 -> terms.trail(value(8), value(8));
                case 4 -> terms.display(random.nextInt(3) == 0 ? 0 : value(4));
                case 5 -> terms.minSize(value(4));
                case 6 -> terms.slippage(random.nextInt(3) == 0 ? 0 : value(4));
                case 7 -> terms.slide().flagged();
                case 8 -> terms.stp(StpMode.values()[random.nextInt(StpMode.values().length)]);
                default ->
                    terms.exit(
                            orderId(),
                            random.nextBoolean() ? value(30) : 0,
                            random.nextBoolean() ? value(30) : 0,
                            random.nextBoolean() ? value(30) : 0);
            }
        }
        return terms.expireAt(random.nextLong(1L << 60)).build();
    }

    private Side side() {
        return random.nextBoolean() ? Side.BID : Side.ASK;
    }

    private SetUser settings() {
        final TreeMap<UserSetting, Long> settings = new TreeMap<>();
        for (final UserSetting setting : UserSetting.values()) {
            if (random.nextBoolean()) {
                settings.put(setting, value(5));
            }
        }
        return new SetUser(uid(), usually() ? 0 : symbol(), settings);
    }

    /** Any timestamp. */
    long stamp() {
        return random.nextInt(4) == 0 ? edge() : random.nextLong(1L << 60);
    }

    private AddAccounts accounts() {
        final Map<Long, Map<Integer, Long>> accounts = new TreeMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            accounts.put(
                    random.nextBoolean() ? 100 + random.nextLong(1L << 40) : uid(),
                    random.nextBoolean() ? Map.of(currency(), value(1L << 53)) : Map.of());
        }
        return AddAccounts.of(accounts);
    }

    private SymbolSpec spec() {
        final boolean wild = random.nextBoolean();
        final boolean proportional = random.nextInt(3) == 0;
        return new SymbolSpec(
                symbol(),
                random.nextBoolean() ? SymbolType.EXCHANGE_PAIR : SymbolType.FUTURES_CONTRACT,
                currency(),
                currency(),
                wild ? value(100) : 1 + random.nextInt(100),
                wild ? value(9) : 1,
                proportional ? FeeType.PROPORTIONAL : FeeType.PER_LOT,
                proportional ? value(1000) : 3,
                proportional ? value(10) : 1,
                wild ? value(50) : 0,
                wild ? value(50) : 0,
                wild ? value(3) : 1,
                wild && random.nextBoolean() ? value(99) : 1L << 40);
    }

    private long uid() {
        return usually() ? 1 + random.nextInt(5) : odd();
    }

    private int symbol() {
        return usually() ? 1 + random.nextInt(4) : (int) odd();
    }

    private int currency() {
        return usually() ? 1 + random.nextInt(4) : (int) odd();
    }

    private long orderId() {
        return usually() ? 1 + random.nextInt(60) : odd();
    }

    private long transactionId() {
        return usually() ? ++transactionId : odd();
    }

    private long value(final long bound) {
        return usually() ? 1 + random.nextLong(bound) : odd();
    }

    private boolean usually() {
        return random.nextInt(12) != 0;
    }

    private long odd() {
        return random.nextBoolean() ? edge() : random.nextLong();
    }

    private long edge() {
        return EDGES[random.nextInt(EDGES.length)];
    }
}
