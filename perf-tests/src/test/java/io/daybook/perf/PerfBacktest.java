package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.BacktestRun;
import org.junit.jupiter.api.Test;

/** How fast a strategy runs over a recorded day; {@link BacktestRun} says how it is measured. */
class PerfBacktest {
    @Test
    void measure() throws Exception {
        new PerfJvm().run(BacktestRun.class, "10000000");
    }
}
