package io.daybook.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * Runs of the simulator, a seed each. One run again: {@code mvn -Dtest=SimulatorTest -Ddaybook.seed=N -pl
 * integration-tests -am test}.
 */
class SimulatorTest {
    private static final int RUNS =
            Boolean.getBoolean("daybook.long") ? 20_000 : Boolean.getBoolean("daybook.quick") ? 100 : 1_000;

    @Test
    void shouldComeBackFromAnyCrashWithWhatItPromised() {
        final Long only = Long.getLong("daybook.seed");
        final long firstSeed = only == null ? Long.getLong("daybook.draw", System.nanoTime()) : only;
        final int runs = only == null ? Integer.getInteger("daybook.runs", RUNS) : 1;
        final long startNs = System.nanoTime();
        final Figures figures = new Figures();
        for (long seed = firstSeed; seed < firstSeed + runs; seed++) {
            try {
                new Simulation(seed, figures).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed + " after " + figures.text(), e);
            }
        }
        System.out.println("simulator: " + figures.text() + "; from seed " + firstSeed + ", in "
                + (System.nanoTime() - startNs) / 1_000_000 + " ms");
        if (runs >= 100) { // the dice must not have been too kind
            assertTrue(figures.recoveries > 4L * runs, figures::text);
            assertTrue(figures.faults > runs && figures.faultsInRecovery > runs / 10, figures::text);
            assertTrue(figures.snapshots > 2L * runs && figures.automaticSnapshots > runs / 4, figures::text);
            assertTrue(figures.fromSnapshot > runs && figures.pastDamagedSnapshot > runs / 10, figures::text);
            assertTrue(figures.unfinishedSnapshots > runs / 50, figures::text);
            assertTrue(figures.steppedLives > runs && figures.cutsInFlight > runs / 4, figures::text);
            assertTrue(figures.unanswered > 2L * runs, figures::text);
            assertTrue(figures.quiets > runs / 2 && figures.hangs > runs / 20, figures::text);
            assertTrue(figures.minutes > runs / 10, figures::text);
            assertTrue(figures.followersHalted > runs / 50 && figures.followersDetached > 0, figures::text);
            assertTrue(figures.faultsOfTheFiller > 0 && figures.fullDisks > 0, figures::text);
            assertTrue(figures.sentAgain > figures.unanswered * 3 / 4, figures::text);
            assertTrue(figures.tornTails > 0 && figures.unansweredKept > 0 && figures.unforcedLost > 0, figures::text);
        }
    }
}
