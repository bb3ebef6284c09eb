package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.IdleStrategy;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One user and one thread, without other traffic: a fill is settled at once, and its proceeds can be spent. */
@Proves(value = "a fill can be spent when nothing else happens", normal = "32 variants")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SettlementWithoutTrafficTest {
    private static final int ROUNDS = 20;
    private static final int ROUNDS_WITH_JOURNAL = 5;
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    static List<Arguments> variants() {
        final List<Arguments> variants = new ArrayList<>();
        for (final Topology topology :
                List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(1), Topology.pipelined(2))) {
            for (final IdleStrategy idle : IdleStrategy.values()) {
                variants.add(Arguments.of(topology, idle, false));
                variants.add(Arguments.of(topology, idle, true));
            }
        }
        return variants;
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shouldSettleAndLetAFillBeSpentWhenNoFurtherCommandComes(
            final Topology topology, final IdleStrategy idle, final boolean journal) throws Exception {
        try (Exchange exchange = DaybookExchange.start(ExchangeConfig.builder()
                .topology(topology)
                .idleStrategy(idle)
                .journal(journal ? folder : null)
                .build())) {
            send(exchange, new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()));
            send(exchange, new AddUser(1));
            send(exchange, new AdjustBalance(1, 10, 1, 1));
            send(exchange, new AdjustBalance(1, 20, 100, 2));
            for (int round = 1; round <= (journal ? ROUNDS_WITH_JOURNAL : ROUNDS); round++) {
                // these two orders hold all funds of the user until they trade with each other
                send(exchange, PlaceOrder.gtc(1, 1, 2 * round, Side.ASK, 100, 1));
                final CommandResult fill = send(exchange, PlaceOrder.gtc(1, 1, 2 * round + 1, Side.BID, 100, 1));
                assertEquals(1, fill.events().size());
                awaitQuiet(idle);
            }
        }
    }

    private static CommandResult send(final Exchange exchange, final Command command) throws Exception {
        final CommandResult result = exchange.submit(command).get(60, TimeUnit.SECONDS);
        assertTrue(result.isSuccess(), result::toString);
        return result;
    }

    /** Waits until the threads sleep, if the strategy lets them. */
    private static void awaitQuiet(final IdleStrategy idle) {
        if (idle == IdleStrategy.BACK_OFF || idle == IdleStrategy.BLOCK) {
            while (Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("daybook-"))
                    .anyMatch(thread -> thread.getState() == Thread.State.RUNNABLE)) {
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }
}
