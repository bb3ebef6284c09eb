package io.daybook.cluster.state;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Many runs of a cluster; see {@link ClusterSimulation}. */
@Proves(value = "a cluster carries each request out once, whatever is lost", normal = "100 runs", large = "50,000 runs")
class ClusterSimulationTest {
    private static final int RUNS =
            Boolean.getBoolean("daybook.long") ? 50_000 : Boolean.getBoolean("daybook.quick") ? 20 : 100;

    @Test
    void shouldCarryOutEachRequestOnceWhateverIsLost() {
        final Long only = Long.getLong("daybook.seed");
        final SplittableRandom seeds = new SplittableRandom(Long.getLong("daybook.draw", System.nanoTime()));
        final int runs = only == null ? Integer.getInteger("daybook.runs", RUNS) : 1;
        final long start = System.nanoTime();
        long answers = 0;
        long leaders = 0;
        long restarts = 0;
        long takeovers = 0;
        long cut = 0;
        long timers = 0;
        long logins = 0;
        long notCarriedOut = 0;
        for (int i = 0; i < runs; i++) {
            final long seed = only == null ? seeds.nextLong() : only;
            final ClusterSimulation simulation = new ClusterSimulation(seed);
            try {
                simulation.run(1_500);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed=" + seed + ": " + e.getMessage(), e);
            }
            answers += simulation.answers();
            leaders += simulation.leaderChanges;
            restarts += simulation.restarts;
            takeovers += simulation.takeovers;
            cut += simulation.cutMessages;
            timers += simulation.timers;
            logins += simulation.logins;
            notCarriedOut += simulation.notCarriedOut;
        }
        System.out.printf(
                "%d runs, %d answers, %d changes of leader, %d restarts, %d sessions taken over, %d messages cut,"
                        + " %d timers, %d logins at doors, %d requests of doors not carried out, %d s%n",
                runs,
                answers,
                leaders,
                restarts,
                takeovers,
                cut,
                timers,
                logins,
                notCarriedOut,
                (System.nanoTime() - start) / 1_000_000_000);
        assertTrue(answers > 50L * runs);
        assertTrue(only != null
                || leaders > runs
                        && restarts > runs
                        && takeovers > runs / 2
                        && cut > runs
                        && timers > runs / 4
                        && logins > 4 * runs
                        && notCarriedOut > runs);
    }
}
