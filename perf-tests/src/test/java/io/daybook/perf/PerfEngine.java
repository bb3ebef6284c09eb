package io.daybook.perf;

import io.daybook.api.OrderBookType;
import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.EngineRun;
import org.junit.jupiter.api.Test;

/** The engine alone (hold, match and settle on one thread), by name only: {@code mvn -T1 -Dtest=PerfEngine test}. */
class PerfEngine {

    @Test
    void testEngineMargin() {
        run("margin");
    }

    @Test
    void testEngineDeep() {
        run("deep");
    }

    @Test
    void testEngineWide() {
        run("wide");
    }

    @Test
    void testEngineSpot() {
        run("spot");
    }

    @Test
    void testEngineSpotTrades() {
        run("spot-trades");
    }

    private static void run(final String workload) {
        for (final OrderBookType books : OrderBookType.values()) {
            new PerfJvm().run(EngineRun.class, workload, books.name(), "matching");
            new PerfJvm().run(EngineRun.class, workload, books.name(), "engine");
        }
    }
}
