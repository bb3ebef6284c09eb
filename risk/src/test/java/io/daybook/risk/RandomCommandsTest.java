package io.daybook.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.ResumeUser;
import io.daybook.api.Side;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import io.daybook.api.UserStatus;
import io.daybook.risk.state.StateHasher;
import io.daybook.risk.state.StateRecordType;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random commands, and after each of them everything that must always hold: zero sums, holds and pending lots equal to those of the live
 * orders, funds decided as {@link FundsModel} does, nothing changed by a refusal.
 */
class RandomCommandsTest {
    private static final int COMMANDS = 1_000;
    private static final int SEQUENCES = Boolean.getBoolean("daybook.long") ? 10_000 : 500;
    private static final int USERS = 5;
    private static final OrderType[] TYPES = OrderType.values();

    private final Map<ResultCode, Long> codes = new EnumMap<>(ResultCode.class);
    private long trades;

    @Test
    void shouldKeepEveryInvariantUnderRandomCommands() {
        final long firstSeed = System.nanoTime();
        for (int i = 0; i < SEQUENCES; i++) {
            final long seed = firstSeed + i;
            try {
                runSequence(new Random(seed));
            } catch (final AssertionError | RuntimeException failure) {
                throw new AssertionError("seed=" + seed, failure);
            }
        }
        System.out.println("RandomCommandsTest: " + SEQUENCES + " sequences of " + COMMANDS + " commands, " + trades
                + " trades, " + codes);
        assertTrue(trades > SEQUENCES * 10L, "trades=" + trades);
        assertTrue(codes.size() > 12, codes::toString);
    }

    private void runSequence(final Random random) {
        final TestExchange exchange = new TestExchange();
        final FundsModel model = new FundsModel(exchange.risk);
        open(exchange, random);
        long hash = exchange.hash();
        for (int i = 0; i < COMMANDS; i++) {
            final Command command = command(exchange, random, i);
            final ResultCode expected = command instanceof PlaceOrder place ? expected(exchange, model, place) : null;
            final Map<Long, Long> lowest = new HashMap<>();
            exchange.beforeSettle = i % 8 == 0 ? () -> available(exchange, lowest) : () -> {};
            final ResultCode code = exchange.run(command);
            checkSettlementOnlyAdds(exchange, lowest, command);
            codes.merge(code, 1L, Long::sum);
            if (expected != null) {
                assertEquals(expected, code, command::toString);
            }
            final long after = exchange.hash();
            if (code != ResultCode.SUCCESS) {
                assertEquals(hash, after, () -> code + " changed something: " + command);
            } else {
                trades += exchange.slot.eventCount();
            }
            hash = after;
            exchange.audit();
            if (i % 50 == 0) {
                checkAvailable(exchange, model);
            }
        }
        checkRestore(exchange, hash);
    }

    /** Five symbols that share currencies; prices so close that most orders meet. */
    private static void open(final TestExchange exchange, final Random random) {
        final int ppm = random.nextInt(4) == 0 ? 1_000_000 : random.nextInt(20_000);
        exchange.symbol(SymbolSpec.exchangePair(1, 1, 2)
                        .lotSize(1 + random.nextInt(5))
                        .tickValue(1 + random.nextInt(5))
                        .feesPerLot(6, random.nextInt(7))
                        .prices(1, 30))
                .symbol(SymbolSpec.exchangePair(2, 2, 3)
                        .tickValue(1 + random.nextInt(50))
                        .feesProportional(ppm, ppm / 2)
                        .prices(2, 30))
                .symbol(SymbolSpec.futuresContract(3, 9, 2)
                        .tickValue(1 + random.nextInt(5))
                        .feesPerLot(2, 1)
                        .margins(random.nextInt(100), random.nextInt(100))
                        .prices(1, 30))
                .symbol(SymbolSpec.futuresContract(4, 9, 2)
                        .margins(random.nextInt(10), 0)
                        .prices(1, 40))
                .symbol(SymbolSpec.futuresContract(5, 9, 3)
                        .tickValue(random.nextBoolean() ? 3 : 1L << 50)
                        .margins(7, 9)
                        .prices(1, 30));
        for (long uid = 1; uid <= USERS; uid++) {
            exchange.user(uid);
        }
    }

    private static Command command(final TestExchange exchange, final Random random, final int number) {
        final long uid = random.nextInt(60) == 0 ? 99 : 1 + random.nextInt(USERS);
        final int symbol = random.nextInt(60) == 0 ? 99 : 1 + random.nextInt(5);
        final long orderId = random.nextInt(60) == 0 ? 0 : 1 + random.nextInt(40);
        final long price = random.nextInt(32);
        final int kind = number < 20 ? 90 : random.nextInt(100);
        if (kind < 55) {
            final OrderType type = random.nextInt(3) == 0 ? TYPES[random.nextInt(TYPES.length)] : OrderType.GTC;
            final long size = random.nextInt(50) == 0 ? 1L << random.nextInt(42) : random.nextInt(12);
            final long total = type.isBudget() ? price * size + random.nextInt(9) : price;
            final long reserve = random.nextInt(3) == 0 ? price + random.nextInt(5) : 0;
            return new PlaceOrder(
                    uid, symbol, orderId, random.nextBoolean() ? Side.BID : Side.ASK, type, total, reserve, size);
        }
        if (kind < 82 && symbol <= 5 && random.nextInt(4) != 0) {
            final List<NaiveBook.Order> live = exchange.book(symbol).orders();
            if (!live.isEmpty()) {
                final NaiveBook.Order order = live.get(random.nextInt(live.size()));
                return change(random, kind, order.uid, symbol, order.orderId, price);
            }
        }
        if (kind < 82) {
            return change(random, kind, uid, symbol, orderId, price);
        }
        if (kind < 96) {
            final long amount = random.nextInt(3) == 0 ? -random.nextInt(300) : random.nextInt(2_000);
            return new AdjustBalance(uid, random.nextInt(4), amount, number - random.nextInt(2));
        }
        if (kind == 96) {
            return AddAccounts.of(Map.of(100L + random.nextInt(50), Map.of(random.nextInt(5), price)));
        }
        return kind == 97 && random.nextInt(3) == 0 ? new SuspendUser(uid) : new ResumeUser(uid);
    }

    private static Command change(
            final Random random,
            final int kind,
            final long uid,
            final int symbol,
            final long orderId,
            final long price) {
        if (kind < 67) {
            return new MoveOrder(uid, symbol, orderId, price);
        }
        return kind < 74
                ? new ReduceOrder(uid, symbol, orderId, random.nextInt(6))
                : new CancelOrder(uid, symbol, orderId);
    }

    /** What the model says of an order that has passed the checks before the hold; null where the book decides. */
    private static ResultCode expected(final TestExchange exchange, final FundsModel model, final PlaceOrder order) {
        if (exchange.risk.userIndex(order.uid()) < 0
                || exchange.risk.symbolIndex(order.symbol()) < 0
                || order.orderId() < 1
                || order.size() < 1
                || order.size() > 1L << 40
                || order.price() < 2
                || exchange.risk.status(exchange.risk.userIndex(order.uid())) != UserStatus.ACTIVE) {
            return null;
        }
        final SymbolSpec spec = exchange.risk.spec(exchange.risk.symbolIndex(order.symbol()));
        final boolean bidOfPair = order.side() == Side.BID && !spec.isFutures();
        if (order.orderType().isBudget()
                ? spec.isFutures() || bidOfPair && order.reservePrice() != 0 || order.side() == Side.ASK
                : order.price() > spec.maxPrice() || bidOfPair && order.reservePrice() > spec.maxPrice()) {
            return null;
        }
        if (order.side() == Side.ASK && !spec.isFutures() && order.price() * spec.tickValue() < spec.takerFee()) {
            return spec.symbol() == 1 ? ResultCode.RISK_ASK_PRICE_LOWER_THAN_FEE : null;
        }
        final ResultCode funds = model.decide(order);
        final boolean duplicate =
                exchange.book(order.symbol()).orders().stream().anyMatch(live -> live.orderId == order.orderId());
        return funds == ResultCode.SUCCESS && duplicate ? ResultCode.MATCHING_DUPLICATE_ORDER_ID : funds;
    }

    /** What is available on every account without futures, by uid × 10 + currency. */
    private static void available(final TestExchange exchange, final Map<Long, Long> amounts) {
        for (long uid = 1; uid <= USERS; uid++) {
            final int user = exchange.risk.userIndex(uid);
            final Set<Integer> margined = new HashSet<>();
            exchange.risk
                    .positions(user)
                    .forEach(position -> margined.add(exchange.risk
                            .spec(exchange.risk.symbolIndex(position.symbol()))
                            .quoteCurrency()));
            for (final UserReport.Account account : exchange.risk.accounts(user)) {
                if (!margined.contains(account.currency())) {
                    amounts.put(uid * 10 + account.currency(), account.available());
                }
            }
        }
    }

    /** The ground on which a hold may be decided before earlier commands are settled. */
    private static void checkSettlementOnlyAdds(
            final TestExchange exchange, final Map<Long, Long> before, final Command command) {
        before.forEach((key, amount) -> assertTrue(
                exchange.available(key / 10, (int) (key % 10)) >= amount,
                () -> "user, currency " + key + ": " + command));
    }

    private static void checkAvailable(final TestExchange exchange, final FundsModel model) {
        for (long uid = 1; uid <= USERS; uid++) {
            for (int currency = 1; currency <= 3; currency++) {
                assertEquals(model.available(uid, currency).longValueExact(), exchange.available(uid, currency));
            }
        }
    }

    private static void checkRestore(final TestExchange exchange, final long hash) {
        final StateRecorder written = StateRecorder.of(exchange.risk);
        for (int i = 0; i < exchange.risk.symbolCount(); i++) {
            written.add(StateRecordType.BOOK, exchange.risk.spec(i).symbol(), 1, exchange.risk.lastPrice(i));
        }
        final RiskEngine restored = written.restore();
        restored.totals().requireBalanced();
        final StateHasher hasher = new StateHasher();
        restored.hashState(hasher);
        assertEquals(hash, hasher.sum());
        exchange.risk.forEachUser(uid -> assertEquals(
                exchange.risk.accounts(exchange.risk.userIndex(uid)), restored.accounts(restored.userIndex(uid))));
    }
}
