package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.PersistenceRun;
import org.junit.jupiter.api.Test;

/**
 * Measures snapshots of a large state, and starts from them. Runs only if it is named: {@code mvn -T1
 * -Dtest=PerfPersistence test}.
 */
class PerfPersistence {

    @Test
    void testPersistenceLarge() {
        new PerfJvm().run(PersistenceRun.class);
    }
}
