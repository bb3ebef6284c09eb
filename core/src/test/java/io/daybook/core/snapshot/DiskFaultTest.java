package io.daybook.core.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.SnapshotFailedException;
import io.daybook.api.SnapshotReport;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.exchange.RingExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.Proves;
import io.daybook.journal.JournalException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests a disk that fails under a running exchange, at a different call in each run. */
@Proves(
        value = "an exchange answers only commands that the folder holds, whichever call of the disk fails",
        normal = "75 faults",
        large = "900")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DiskFaultTest {
    private static final int FAULTS =
            Boolean.getBoolean("daybook.long") ? 300 : Boolean.getBoolean("daybook.quick") ? 4 : 25;

    /**
     * About how many disk calls a run makes, given group commit. Thread timing differs, so the same number reaches
     * different calls in different runs.
     */
    private static final int PLACES = 50;

    private static final int COMMANDS = 100;
    private static final int CALLS_OF_A_SNAPSHOT = 8;

    @TempDir
    private Path folder;

    static Stream<Topology> topologies() {
        return Stream.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldAcknowledgeNothingThatIsNotOnTheDisk(final Topology topology) throws InterruptedException {
        int faults = 0;
        for (int run = 0; run < FAULTS; run++) {
            faults += runUntilFault(topology, folder.resolve("run-" + run), run % PLACES) ? 1 : 0;
        }
        assertTrue(faults > FAULTS / 2, "faults=" + faults);
        System.out.println(
                "disk faults, " + topology.kind() + ": " + faults + " at " + Math.min(FAULTS, PLACES) + " places");
    }

    private static boolean runUntilFault(final Topology topology, final Path mine, final int calls)
            throws InterruptedException {
        final FaultyStorage storage = new FaultyStorage();
        final AtomicReference<Throwable> fatal = new AtomicReference<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onFatal(final Throwable cause) {
                fatal.set(cause);
            }
        };
        final List<CompletableFuture<CommandResult>> answers = new ArrayList<>();
        CompletableFuture<SnapshotReport> snapshot = null;
        final Exchange exchange = start(topology, mine, storage, listener);
        storage.failAfter(calls);
        try {
            for (int i = 0; i < COMMANDS; i++) {
                answers.add(exchange.submit(new Nop()));
                if (i == COMMANDS / 4) {
                    snapshot = exchange.snapshot();
                }
                if (i % 8 == 0) {
                    answers.get(answers.size() - 1).join();
                }
            }
        } catch (ExchangeClosedException | CompletionException | JournalException e) {
            assertTrue(exchange.state() != ExchangeState.RUNNING, e::toString);
        }
        exchange.close();
        assertTrue(exchange.awaitClosed(Duration.ofSeconds(60)));

        long acknowledged = 0;
        for (final CompletableFuture<CommandResult> answer : answers) {
            assertTrue(answer.isDone());
            if (!answer.isCompletedExceptionally()) {
                acknowledged = Math.max(acknowledged, answer.join().seq());
            }
        }
        assertTrue(snapshot == null || snapshot.isDone());
        final boolean failed = exchange.state() == ExchangeState.FAILED;
        if (failed) {
            assertInstanceOf(JournalException.class, assertNotNullCause(fatal.get()));
        }
        try (Exchange again = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .journal(mine)
                .start()) {
            final long back = again.recovery().lastSeq();
            final long answered = acknowledged;
            assertTrue(answered <= back, () -> calls + " calls: answered " + answered + ", came back " + back);
            assertEquals(back + 1, again.submit(new Nop()).join().seq());
        }
        return failed;
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldAnswerNothingThatIsNotForced(final Topology topology) {
        final FaultyStorage storage = new FaultyStorage();
        final Exchange exchange = start(topology, folder, storage, new ExchangeListener() {});
        exchange.submit(new Nop()).join();
        storage.failForces();
        assertThrows(RuntimeException.class, () -> exchange.submit(new Nop()).join());
        exchange.close();
        assertEquals(ExchangeState.FAILED, exchange.state());
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldNotBelieveInASnapshotThatTheDiskGotWrong(final Topology topology) {
        final FaultyStorage storage = new FaultyStorage();
        try (Exchange exchange = start(topology, folder, storage, new ExchangeListener() {})) {
            storage.flipIn("risk");
            final CompletionException failure = assertThrows(CompletionException.class, exchange.snapshot()::join);
            assertInstanceOf(SnapshotFailedException.class, failure.getCause());
            storage.flipIn("");
            assertTrue(exchange.snapshot().join().isWritten());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldStopWhenTheJournalCannotTakeTheMarkOfASnapshot(final Topology topology) throws InterruptedException {
        int failures = 0;
        for (int calls = 0; calls < CALLS_OF_A_SNAPSHOT; calls++) {
            final FaultyStorage storage = new FaultyStorage();
            final Exchange exchange =
                    start(topology, folder.resolve("at-" + calls), storage, new ExchangeListener() {});
            exchange.submit(new Nop()).join();
            storage.failAfter(calls);
            try {
                exchange.snapshot().join();
            } catch (CompletionException | JournalException e) {
                assertTrue(storage.hasFailed(), e::toString);
            }
            if (storage.hasFailed()) {
                failures++;
                assertTrue(exchange.awaitClosed(Duration.ofSeconds(60)));
                assertEquals(ExchangeState.FAILED, exchange.state());
            }
            storage.failAfter(Long.MAX_VALUE);
            exchange.close();
        }
        assertTrue(failures > 2, "failures=" + failures);
    }

    private static Throwable assertNotNullCause(final Throwable cause) {
        assertNotNull(cause);
        return cause;
    }

    private static Exchange start(
            final Topology topology, final Path mine, final FaultyStorage storage, final ExchangeListener listener) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(topology)
                .journal(mine)
                .ringSize(64)
                .build();
        final RecoveredState recovered = RecoveredState.recover(config, storage);
        return topology.kind() == Topology.Kind.INLINE
                ? new InlineExchange(config, recovered, listener)
                : new RingExchange(config, recovered, listener).start();
    }
}
