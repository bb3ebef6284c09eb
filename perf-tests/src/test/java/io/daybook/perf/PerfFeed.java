package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.FollowerRun;
import io.daybook.perf.tcp.FeedJoinRun;
import io.daybook.perf.tcp.FeedWireRun;
import org.junit.jupiter.api.Test;

/** Measures the feed from end to end. Runs only if it is named: {@code mvn -Dtest=PerfFeed test}. */
class PerfFeed {

    @Test
    void testThroughputMargin() {
        new PerfJvm().run(FollowerRun.class, "margin", "feed");
    }

    @Test
    void testWireToWire() {
        new PerfJvm().run(FeedWireRun.class);
    }

    @Test
    void testJoining() {
        new PerfJvm().run(FeedJoinRun.class);
    }
}
