package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.BacktestRun;
import org.junit.jupiter.api.Test;

/** How fast a strategy runs over a recorded day; {@link BacktestRun} says how it is measured. */
class PerfBacktest {
    private static final String MESSAGES = "10000000";

    @Test
    void measure() throws Exception {
        new PerfJvm().run(BacktestRun.class, MESSAGES);
    }

    /** The whole alone, as {@code daybook backtest} runs it: C2 compiles it for nothing else. */
    @Test
    void testStrategy() throws Exception {
        new PerfJvm().run(BacktestRun.class, MESSAGES, "strategy");
    }
}
