package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.FollowerRun;
import org.junit.jupiter.api.Test;

/** The cost of a follower, by name only: {@code mvn -T1 -Dtest=PerfFollowers test}. */
class PerfFollowers {

    @Test
    void testFollowersMargin() {
        new PerfJvm().run(FollowerRun.class, "margin");
    }
}
