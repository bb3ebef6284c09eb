package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.DeliveryThread;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.IdleStrategy;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateHashReport;
import io.daybook.api.ThreadRole;
import io.daybook.api.Topology;
import io.daybook.api.UserReportQuery;
import io.daybook.core.DisturbedTasks;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.Duty;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.access.JournalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stages that stop at random moments, for a yield or a millisecond, in every topology: the outcome is that of an
 * exchange without threads.
 */
@Proves(value = "no timing of stages changes an outcome", normal = "2 s", large = "10 minutes")
@Timeout(value = 1_200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
class DisturbedStagesTest {
    private static final long FOR_NS =
            Boolean.getBoolean("daybook.long") ? TimeUnit.MINUTES.toNanos(10) : TimeUnit.SECONDS.toNanos(2);
    private static final int LEAST_RUNS = 4;
    private static final int COMMANDS = 2_000;
    private static final int ASK_EVERY = 97;

    @TempDir
    private Path folder;

    @Test
    void shouldGiveTheOutcomeOfNoThreadsHoweverTheStagesAreDisturbed() throws IOException {
        final long firstSeed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final long endNs = System.nanoTime() + FOR_NS;
        long waits = 0;
        int runs = 0;
        while (runs < LEAST_RUNS || System.nanoTime() < endNs) {
            final long seed = firstSeed + runs;
            final Path journal = Files.createDirectory(folder.resolve("run-" + runs));
            final List<Command> commands = ShortOfFunds.commands(seed, COMMANDS);
            final ExchangeConfig inline =
                    ExchangeConfig.builder().topology(Topology.INLINE).build();
            final Outcome expected = run(inline, (name, duty) -> duty, commands);
            final SplittableRandom random = new SplittableRandom(seed);
            final ExchangeConfig config = config(random, random.nextInt(3) == 0 ? journal : null);
            final Outcome outcome = run(config, (name, duty) -> new Disturbed(duty, random.split()), commands);
            assertEquals(expected, outcome, () -> "seed " + seed + ": " + config);
            waits += outcome.waits[0];
            runs++;
        }
        System.out.println("disturbed stages: " + runs + " runs of " + COMMANDS + " commands from seed " + firstSeed
                + ", " + waits + " times risk had to wait");
        assertTrue(waits > 0, "risk never had to wait");
    }

    private static ExchangeConfig config(final SplittableRandom random, final Path journal) {
        final ExchangeConfig.Builder builder = ExchangeConfig.builder()
                .topology(random.nextInt(5) == 0 ? Topology.FUSED : Topology.pipelined(1 + random.nextInt(4)))
                .delivery(random.nextBoolean() ? DeliveryThread.OWN : DeliveryThread.SHARED)
                .ringSize(64 << random.nextInt(3))
                .eventRingSize(64)
                .singleProducer(random.nextBoolean())
                .journal(journal);
        for (final ThreadRole role : ThreadRole.values()) {
            builder.idleStrategy(role, IdleStrategy.values()[random.nextInt(IdleStrategy.values().length)]);
        }
        return builder.build();
    }

    private static Outcome run(
            final ExchangeConfig config, final BiFunction<String, Duty, Duty> decorator, final List<Command> commands) {
        final List<CommandResult> results = new ArrayList<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                results.add(result.toResult());
            }
        };
        final List<CompletableFuture<?>> asked = new ArrayList<>();
        final JournalOptions options = JournalOptions.builder()
                .scheduler(new DisturbedTasks(decorator))
                .build();
        final RecoveredState fresh = RecoveredState.recover(config, new FileJournalStorage(), options);
        final long waits;
        try (Exchange exchange = config.topology().equals(Topology.INLINE)
                ? new InlineExchange(config, fresh, listener)
                : new RingExchange(config, fresh, listener).start()) {
            for (int i = 0; i < commands.size(); i++) {
                exchange.submit(commands.get(i), i, 1_000_000 + i);
                if (i % ASK_EVERY == 0) {
                    asked.add(exchange.query(new UserReportQuery(1 + i % 5)));
                    asked.add(exchange.query(new StateHashQuery()));
                }
            }
            final StateHashReport last = exchange.query(new StateHashQuery()).join();
            assertEquals(commands.size(), last.seq());
            waits = exchange.metrics().speculationsThatWaited();
        }
        assertTrue(results.stream().anyMatch(result -> result.code() == ResultCode.RISK_NSF));
        final List<Object> reports = new ArrayList<>();
        asked.forEach(future -> reports.add(future.join()));
        return new Outcome(results, reports, new long[] {waits});
    }

    /** The outcome of a run; the waits may differ. */
    private record Outcome(List<CommandResult> results, List<Object> reports, long[] waits) {
        @Override
        public boolean equals(final Object other) {
            return other instanceof Outcome that && results.equals(that.results) && reports.equals(that.reports);
        }

        @Override
        public int hashCode() {
            return results.hashCode() * 31 + reports.hashCode();
        }
    }

    /** A stage that is late now and then. */
    private static final class Disturbed extends DisturbedTasks.Around {
        private static final long PAUSE_NS = 1_000_000;

        private final SplittableRandom random;

        Disturbed(final Duty duty, final SplittableRandom random) {
            super(duty);
            this.random = random;
        }

        @Override
        public int doWork() {
            final int dice = random.nextInt(300);
            if (dice == 0) {
                LockSupport.parkNanos(PAUSE_NS);
            } else if (dice < 20) {
                Thread.yield();
            }
            return duty.doWork();
        }
    }
}
