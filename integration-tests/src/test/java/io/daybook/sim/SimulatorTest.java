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
        if (runs >= 100) { // the dice must not have been too kind; 100 runs vary more
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
}
