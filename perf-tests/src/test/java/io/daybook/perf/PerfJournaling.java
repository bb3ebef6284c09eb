package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.JournalingRun;
import org.junit.jupiter.api.Test;

/**
 * Measures throughput with a journal, and replay. Runs only if it is named: {@code mvn -T1 -Dtest=PerfJournaling test}.
 */
class PerfJournaling {

    @Test
    void testJournalingMargin() {
        new PerfJvm().run(JournalingRun.class, "margin");
    }

    @Test
    void testJournalingExchange() {
        new PerfJvm().run(JournalingRun.class, "exchange");
    }

    @Test
    void testJournalingPeak() {
        new PerfJvm().run(JournalingRun.class, "peak");
    }
}
