package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.BacktestRun;
import org.junit.jupiter.api.Test;

/** Measures how fast a strategy runs over a recorded day; see {@link BacktestRun}. */
class PerfBacktest {
    private static final String MESSAGES = "10000000";

    @Test
    void measure() throws Exception {
        new PerfJvm().run(BacktestRun.class, MESSAGES);
    }

    /**
     * Measures the strategy part of {@link BacktestRun} alone, as {@code daybook backtest} runs it, so that C2 compiles
     * the code for this part only.
     */
    @Test
    void testStrategy() throws Exception {
        new PerfJvm().run(BacktestRun.class, MESSAGES, "strategy");
    }
}
