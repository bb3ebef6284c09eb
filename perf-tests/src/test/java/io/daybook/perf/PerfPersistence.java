package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.PersistenceRun;
import org.junit.jupiter.api.Test;

/** Snapshots of a large state and starts from them, by name only: {@code mvn -T1 -Dtest=PerfPersistence test}. */
class PerfPersistence {

    @Test
    void testPersistenceLarge() {
        new PerfJvm().run(PersistenceRun.class);
    }
}
