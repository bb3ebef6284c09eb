package io.daybook.perf.bench;

import io.daybook.api.AddAccounts;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.risk.RiskConfig;
import io.daybook.risk.RiskEngine;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Hold and settle without books: the outcome of matching is written into the slot by hand. A thousand users with two
 * accounts each, in no order; ns a command, filling the slot included.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
@Fork(1)
@State(Scope.Thread)
public class RiskStepBenchmark {
    private static final int USERS = 1_000;
    private static final int ROUNDS = 4_096;
    private static final int SYMBOL = 1;
    private static final int BASE = 10;
    private static final int QUOTE = 20;
    private static final long PRICE = 10_000;
    private static final long SIZE = 12;
    private static final long SEED = 20_261_120;

    /** What is traded: pairs hold what an order costs, futures its fee and a position. */
    @Param({"PAIR", "FUTURE"})
    public String market = "PAIR";

    private final RiskEngine risk = new RiskEngine(new RiskConfig(true, false));
    private final EventRing events = new EventRing(64);
    private final CommandSlot slot = new CommandSlot();
    private final int[] uids = new int[ROUNDS + 1];
    private long tradeId;

    /** Opens symbol and accounts. */
    @Setup(Level.Trial)
    public void setUp() {
        final SymbolSpec.Builder spec = market.equals("PAIR")
                ? SymbolSpec.exchangePair(SYMBOL, BASE, QUOTE)
                : SymbolSpec.futuresContract(SYMBOL, BASE, QUOTE);
        open(CommandType.ADD_SYMBOL, spec.feesPerLot(3, 1).prices(1, 100_000).build());
        final TreeMap<Long, SortedMap<Integer, Long>> accounts = new TreeMap<>();
        for (long uid = 1; uid <= USERS; uid++) {
            accounts.put(uid, new TreeMap<>(Map.of(BASE, 1L << 40, QUOTE, 1L << 50)));
        }
        final Command opening = new AddAccounts(accounts);
        open(opening.type(), opening);
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < uids.length; i++) {
            uids[i] = 1 + random.nextInt(USERS);
        }
    }

    /** What most commands are: a move that trades nothing. */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public long move() {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            begin(CommandType.MOVE_ORDER, uids[i]);
            slot.price(PRICE);
            hold();
            slot.initialRemaining(SIZE);
            slot.remaining(SIZE);
            events.end(slot);
            risk.settle(slot);
            sum += slot.resultCode();
        }
        return sum;
    }

    /** A bid that rests, and its cancel. */
    @Benchmark
    @OperationsPerInvocation(2 * ROUNDS)
    public long placeAndCancel() {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            place(uids[i], Side.BID);
            slot.remaining(SIZE);
            finish();

            begin(CommandType.CANCEL_ORDER, uids[i]);
            hold();
            slot.side(Side.BID.code());
            slot.orderType(OrderType.GTC.code());
            slot.reservePrice(market.equals("PAIR") ? PRICE : 0);
            slot.initialRemaining(SIZE);
            slot.remaining(0);
            events.reduce(PRICE, SIZE, 0);
            finish();
            sum += slot.resultCode();
        }
        return sum;
    }

    /**
     * A bid that rests, and an ask that takes all of it; the next time the other way round, so that no user runs out of
     * funds.
     */
    @Benchmark
    @OperationsPerInvocation(4 * ROUNDS)
    public long trade() {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            final int buyer = uids[i];
            final int seller = 1 + uids[i + 1] % USERS;
            trade(buyer, seller);
            trade(seller, buyer);
            sum += slot.resultCode();
        }
        return sum;
    }

    private void trade(final int buyer, final int seller) {
        place(buyer, Side.BID);
        final int makerIndex = slot.userIndex();
        final long reserve = slot.reservePrice();
        slot.remaining(SIZE);
        finish();

        place(seller, Side.ASK);
        slot.remaining(0);
        events.trade(++tradeId, tradeId, buyer, makerIndex, reserve, PRICE, SIZE, 0, 0);
        finish();
    }

    private void place(final int uid, final Side side) {
        begin(CommandType.PLACE_ORDER, uid);
        slot.orderId(1);
        slot.price(PRICE);
        slot.size(SIZE);
        slot.sentOrder(side.code(), OrderType.GTC.code(), 0);
        hold();
    }

    private void begin(final CommandType type, final int uid) {
        slot.clear();
        slot.type(type.code());
        slot.uid(uid);
        slot.symbol(SYMBOL);
    }

    private void hold() {
        slot.startWork();
        risk.hold(slot);
        if (!slot.isSuccess()) {
            throw new IllegalStateException("hold must succeed: resultCode=" + slot.resultCode());
        }
        events.begin();
    }

    private void finish() {
        events.end(slot);
        risk.settle(slot);
        events.release(events.position());
    }

    private void open(final CommandType type, final Object payload) {
        slot.clear();
        slot.type(type.code());
        slot.payload(payload);
        hold();
    }
}
