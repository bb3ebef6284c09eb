package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.IdleRun;
import org.junit.jupiter.api.Test;

/** What an exchange costs that has nothing to do, by name only: {@code mvn -T1 -Dtest=PerfIdle test}. */
class PerfIdle {

    @Test
    void testIdle() {
        new PerfJvm().run(IdleRun.class);
    }
}
