package io.daybook.perf;

import io.daybook.api.OrderBookType;
import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.EngineRun;
import io.daybook.perf.run.FirstPassRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Measures the engine alone (hold, match and settle on one thread). Runs only if it is named: {@code mvn -T1
 * -Dtest=PerfEngine test}.
 */
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

    /** Measures the first pass of a fresh virtual machine, and later passes, in markets that rest, move and fall. */
    @Test
    void testFirstPass() {
        for (final String workload : List.of("static", "normal", "swing25", "swing40", "crash")) {
            for (final OrderBookType books : OrderBookType.values()) {
                new PerfJvm().run(FirstPassRun.class, workload, books.name(), "matching");
                new PerfJvm().run(FirstPassRun.class, workload, books.name(), "engine");
            }
        }
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
