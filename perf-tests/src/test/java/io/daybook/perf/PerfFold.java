package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.FoldRun;
import org.junit.jupiter.api.Test;

/** Measures the cost of a feed's fold. Runs only if it is named: {@code mvn -T1 -Dtest=PerfFold test}. */
class PerfFold {

    @Test
    void testFold() {
        new PerfJvm().run(FoldRun.class, "margin", "1000000");
        new PerfJvm().run(FoldRun.class, "peak", "1000000");
        new PerfJvm().run(FoldRun.class, "wide", "1000000");
    }
}
