package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.http.HttpRun;
import io.daybook.perf.http.ServerCostRun;
import io.daybook.perf.http.StreamRun;
import org.junit.jupiter.api.Test;

/**
 * Measures a server over HTTP and WebSocket, and its cost for the exchange. Runs only if it is named: {@code mvn
 * -Dtest=PerfServer test}.
 */
class PerfServer {

    @Test
    void testRequests() {
        new PerfJvm().run(HttpRun.class);
    }

    @Test
    void testStreams() {
        new PerfJvm().run(StreamRun.class);
    }

    @Test
    void testThroughputMargin() {
        new PerfJvm().run(ServerCostRun.class, "margin");
    }
}
