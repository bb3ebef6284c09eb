package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.ItchRun;
import org.junit.jupiter.api.Test;

/** How fast files of ITCH 5.0 are read, and their books made, by name only: {@code mvn -T1 -Dtest=PerfItch test}. */
class PerfItch {

    @Test
    void testItch() {
        new PerfJvm().run(ItchRun.class, "1500000");
        new PerfJvm().run(ItchRun.class, "6000000");
    }
}
