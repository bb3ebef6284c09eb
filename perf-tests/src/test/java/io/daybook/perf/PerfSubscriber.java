package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.run.SubscriberRun;
import org.junit.jupiter.api.Test;

/**
 * Measures the speed at which a subscriber of the feed applies messages. Runs only if it is named: {@code mvn -T1
 * -Dtest=PerfSubscriber test}.
 */
class PerfSubscriber {

    @Test
    void testSubscriber() {
        new PerfJvm().run(SubscriberRun.class, "margin", "1000000");
        new PerfJvm().run(SubscriberRun.class, "wide", "1000000");
    }
}
