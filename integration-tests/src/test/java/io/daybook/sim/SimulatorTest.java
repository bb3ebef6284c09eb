package io.daybook.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Runs of the simulator, each from a seed. To repeat one run: {@code mvn -Dtest=SimulatorTest -Ddaybook.seed=N -pl
 * integration-tests -am test}.
 */
@Proves(
        value = "the exchange recovers from crashes, power cuts, disk faults and hanging followers",
        normal = "120 runs of 300 to 1,000 commands",
        large = "20,000 runs")
class SimulatorTest {
    private static final int RUNS =
            Boolean.getBoolean("daybook.long") ? 20_000 : Boolean.getBoolean("daybook.quick") ? 60 : 120;

    private static final int MOST_THREADS = 8;

    @Test
    void shouldComeBackFromAnyCrashWithWhatItPromised() throws InterruptedException, ExecutionException {
        final Long only = Long.getLong("daybook.seed");
        final long firstSeed = only == null ? Long.getLong("daybook.draw", System.nanoTime()) : only;
        final int runs = only == null ? Integer.getInteger("daybook.runs", RUNS) : 1;
        final long startNs = System.nanoTime();
        final Figures figures = run(firstSeed, runs);
        System.out.println("simulator: " + figures.text() + "; from seed " + firstSeed + ", in "
                + (System.nanoTime() - startNs) / 1_000_000 + " ms");
        if (runs >= 100) { // the runs must have met all kinds of faults; 100 runs vary more
            final long sure = runs >= 1_000 ? runs : runs / 2;
            assertTrue(figures.recoveries > 4L * sure, figures::text);
            assertTrue(figures.faults > sure && figures.faultsInRecovery > sure / 10, figures::text);
            assertTrue(figures.snapshots > 2L * sure && figures.automaticSnapshots > sure / 4, figures::text);
            assertTrue(figures.fromSnapshot > sure && figures.pastDamagedSnapshot > sure / 10, figures::text);
            assertTrue(figures.unfinishedSnapshots > sure / 50, figures::text);
            assertTrue(figures.steppedLives > sure && figures.cutsInFlight > sure / 4, figures::text);
            assertTrue(figures.unanswered > 2L * sure, figures::text);
            assertTrue(figures.quiets > sure / 2 && figures.hangs > sure / 20, figures::text);
            assertTrue(figures.minutes > sure / 10, figures::text);
            assertTrue(runs < 1_000 || figures.followersHalted > runs / 50, figures::text);
            assertTrue(runs < 1_000 || figures.followersDetached > runs / 100, figures::text);
            assertTrue(figures.faultsOfTheFiller > 0 && figures.fullDisks > 0, figures::text);
            assertTrue(figures.sentAgain > figures.unanswered * 3 / 4, figures::text);
            assertTrue(figures.tornTails > 0 && figures.unansweredKept > 0 && figures.unforcedLost > 0, figures::text);
        }
    }

    /** Runs seeds in parallel, on as many threads as there are processors, up to a limit. */
    private static Figures run(final long firstSeed, final int runs) throws InterruptedException, ExecutionException {
        final AtomicLong seeds = new AtomicLong(firstSeed);
        final long end = firstSeed + runs;
        final int count =
                Math.min(runs, Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()));
        final ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            final Figures all = new Figures();
            final Callable<Figures> work = () -> run(seeds, firstSeed, end);
            for (final Future<Figures> part : threads.invokeAll(Collections.nCopies(count, work))) {
                all.add(part.get());
            }
            return all;
        } finally {
            seeds.set(end); // no thread goes on after the test's timeout
            threads.shutdownNow();
        }
    }

    private static Figures run(final AtomicLong seeds, final long firstSeed, final long end) {
        final Figures figures = new Figures();
        for (long seed = seeds.getAndIncrement(); seed < end; seed = seeds.getAndIncrement()) {
            try {
                new Simulation(seed, figures).run();
            } catch (Throwable e) {
                seeds.set(end); // the other threads end after their current run
                throw new AssertionError("seed=" + seed + ", " + (seed - firstSeed) + " runs before it", e);
            }
        }
        return figures;
    }
}
