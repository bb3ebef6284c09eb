package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.Topology;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.Proves;
import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An exchange that checks itself stops at a contradiction, and names it. */
@Proves("an exchange that checks itself stops at a contradiction and names it")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ValidationTest {
    private static final int EVERY = 5;

    static Stream<Topology> topologies() {
        return Stream.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldStopAtTheCheckWithWhatIsBroken(final Topology topology) throws Exception {
        final AtomicReference<Throwable> fatal = new AtomicReference<>();
        final Exchange exchange = start(topology, 7, new ExchangeListener() {
            @Override
            public void onFatal(final Throwable cause) {
                fatal.set(cause);
            }
        });
        final List<CompletableFuture<CommandResult>> answers = new ArrayList<>(List.of(exchange.submit(new Nop())));
        assertEquals(1, answers.get(0).join().seq());
        try {
            for (int i = 1; i < 20; i++) {
                answers.add(exchange.submit(new Nop()));
            }
        } catch (IllegalStateException e) {
            assertTrue(answers.size() >= EVERY - 1, () -> "it stopped too early: " + answers.size());
        }
        assertTrue(exchange.awaitClosed(Duration.ofSeconds(60)));
        assertEquals(ExchangeState.FAILED, exchange.state());
        assertEquals(
                "after command 5 the state contradicts itself: user 301, currency 20: 7 is held, but live orders need"
                        + " 0",
                fatal.get().getMessage());
        for (int i = EVERY; i < answers.size(); i++) {
            assertThrows(CompletionException.class, answers.get(i)::join);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGoOnWhileAllIsWell(final Topology topology) {
        try (Exchange exchange = start(topology, 0, new ExchangeListener() {})) {
            CompletableFuture<CommandResult> last = exchange.submit(new Nop());
            for (int i = 1; i < 4 * EVERY; i++) {
                last = exchange.submit(new Nop());
            }
            assertEquals(4 * EVERY, last.join().seq());
        }
    }

    /** An exchange in which a user has 100, some of it held for an order that does not exist. */
    private static Exchange start(final Topology topology, final long held, final ExchangeListener listener) {
        final ExchangeConfig config =
                ExchangeConfig.builder().topology(topology).validateEvery(EVERY).build();
        final RecoveredState recovered = RecoveredState.recover(config);
        final long[][] rows = {{20, 0, -100}, {301, 1, 0}, {301, 20, 100, held}};
        final StateRecordType[] types = {StateRecordType.CURRENCY, StateRecordType.USER, StateRecordType.ACCOUNT};
        recovered
                .engine()
                .readState(
                        new StateReader() {
                            private int at = -1;

                            @Override
                            public boolean next() {
                                return ++at < rows.length;
                            }

                            @Override
                            public StateRecordType type() {
                                return types[at];
                            }

                            @Override
                            public long get(final int field) {
                                return rows[at][field];
                            }
                        },
                        0,
                        0);
        return topology.kind() == Topology.Kind.INLINE
                ? new InlineExchange(config, recovered, listener)
                : new RingExchange(config, recovered, listener).start();
    }
}
