package io.daybook.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Command;
import io.daybook.api.ResultCode;
import io.daybook.api.UserReport;
import io.daybook.host.Proves;
import io.daybook.kernel.state.StateHasher;
import io.daybook.kernel.state.StateRecordType;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Runs random commands and checks the invariants after each: zero sums, holds and pending lots equal to those of the
 * live orders, nothing changed by a refusal. The model of {@code DifferentialTest} checks that funds suffice.
 */
@Proves(
        value = "money: the invariants hold after every command, at every limit of amounts, prices, sizes and ids",
        normal = "200 sequences of 1,000 commands",
        large = "10,000 sequences")
class RandomCommandsTest {
    private static final int COMMANDS = 1_000;
    private static final int SEQUENCES =
            Boolean.getBoolean("daybook.long") ? 10_000 : Boolean.getBoolean("daybook.quick") ? 20 : 200;
    private static final int USERS = RandomMarket.USERS;
    private static final RandomMarket.Kind[] KINDS = RandomMarket.Kind.values();

    private final Map<ResultCode, Long> codes = new EnumMap<>(ResultCode.class);
    private long trades;

    @Test
    void shouldKeepEveryInvariantUnderRandomCommands() {
        final long firstSeed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final long startNs = System.nanoTime();
        for (int i = 0; i < SEQUENCES; i++) {
            final long seed = firstSeed + i;
            final RandomMarket.Kind kind = KINDS[(int) Math.floorMod(seed, (long) KINDS.length)];
            try {
                runSequence(kind, new Random(seed));
            } catch (final AssertionError | RuntimeException failure) {
                throw new AssertionError(kind + ", to repeat it: -Ddaybook.seed=" + seed, failure);
            }
        }
        System.out.println("RandomCommandsTest: " + SEQUENCES + " sequences of " + COMMANDS + " commands from seed "
                + firstSeed + ", a quarter of each of " + List.of(KINDS) + ", in "
                + (System.nanoTime() - startNs) / 1_000_000_000 + " s: " + trades + " trades, " + codes);
        assertTrue(trades > SEQUENCES * 10L, "trades=" + trades);
        assertTrue(codes.size() > 12, codes::toString);
    }

    private void runSequence(final RandomMarket.Kind kind, final Random random) {
        final TestExchange exchange = new TestExchange();
        final RandomMarket market = new RandomMarket(kind, random, exchange);
        long hash = exchange.hash();
        for (int i = 0; i < COMMANDS; i++) {
            final Command command = market.next(i);
            final Map<Long, Long> lowest = new HashMap<>();
            exchange.beforeSettle = i % 8 == 0 ? () -> available(exchange, lowest) : () -> {};
            final ResultCode code = exchange.run(command);
            checkSettlementOnlyAdds(exchange, lowest, command);
            codes.merge(code, 1L, Long::sum);
            final long after = exchange.hash();
            if (code != ResultCode.SUCCESS) {
                assertEquals(hash, after, () -> code + " changed something: " + command);
            } else {
                trades += exchange.slot.eventCount();
            }
            hash = after;
            exchange.audit();
        }
        checkRestore(exchange, hash);
    }

    /** Collects the available amount of every account without futures, by uid × 10 + currency. */
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

    /**
     * Checks that settlement only adds to available amounts; this is why a hold may succeed before earlier commands are
     * settled.
     */
    private static void checkSettlementOnlyAdds(
            final TestExchange exchange, final Map<Long, Long> before, final Command command) {
        before.forEach((key, amount) -> assertTrue(
                exchange.available(key / 10, (int) (key % 10)) >= amount,
                () -> "user, currency " + key + ": " + command));
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
