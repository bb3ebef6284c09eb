package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Runs the simulated venue, each time with another seed. To repeat a run: {@code mvn -Dtest=GatewaySimulationTest
 * -Ddaybook.seed=N -pl gateway test}.
 */
@Proves(
        value = "a TCP request has one fate through any crash",
        normal = "150 runs of 250 steps",
        large = "100,000 runs")
class GatewaySimulationTest {
    private static final int RUNS =
            Boolean.getBoolean("daybook.long") ? 100_000 : Boolean.getBoolean("daybook.quick") ? 40 : 150;
    private static final int STEPS = 250;

    @Test
    void shouldGiveEachRequestOneFateThroughAnyCrash() {
        final Long only = Long.getLong("daybook.seed");
        final long firstSeed = only == null ? Long.getLong("daybook.draw", System.nanoTime()) : only;
        final int runs = only == null ? Integer.getInteger("daybook.runs", RUNS) : 1;
        final long startNs = System.nanoTime();
        final GatewaySimulation.Figures figures = LongStream.range(firstSeed, firstSeed + runs)
                .parallel()
                .collect(GatewaySimulation.Figures::new, GatewaySimulationTest::run, GatewaySimulation.Figures::add);
        System.out.println("gateway simulator: " + runs + " runs, " + figures.text() + "; from seed " + firstSeed
                + ", in " + (System.nanoTime() - startNs) / 1_000_000 + " ms");
        if (runs >= 100) { // enough runs to expect faults
            assertTrue(figures.kills > runs && figures.powerCuts > runs && figures.faults > runs / 2, figures::text);
            assertTrue(figures.snapshots > runs && figures.restarts > runs / 2, figures::text);
            assertTrue(figures.outboxesLost > runs && figures.resent > 10L * runs, figures::text);
            assertTrue(figures.refusals > runs / 2 && figures.answers > 20L * runs, figures::text);
            assertTrue(figures.exits > runs / 4 && figures.suspensions > 0, figures::text);
            assertTrue(figures.reloads > runs / 2 && figures.remadeMessages > runs, figures::text);
        }
    }

    private static void run(final GatewaySimulation.Figures figures, final long seed) {
        try {
            new GatewaySimulation(seed, figures).run(STEPS);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed=" + seed, e);
        }
    }
}
