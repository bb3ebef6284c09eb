package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.FollowerRun;
import org.junit.jupiter.api.Test;

/** Measures the cost of a follower. Runs only if it is named: {@code mvn -T1 -Dtest=PerfFollowers test}. */
class PerfFollowers {

    @Test
    void testFollowersMargin() {
        new PerfJvm().run(FollowerRun.class, "margin");
    }
}
