package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.EngineRun;
import org.junit.jupiter.api.Test;

/** The engine alone: hold, match and settle on one thread, by name only: {@code mvn -Dtest=PerfEngine test}. */
class PerfEngine {

    @Test
    void testEngineMargin() {
        new PerfJvm().run(EngineRun.class, "margin");
    }

    @Test
    void testEngineDeep() {
        new PerfJvm().run(EngineRun.class, "deep");
    }

    @Test
    void testEngineWide() {
        new PerfJvm().run(EngineRun.class, "wide");
    }
}
