package io.daybook.perf;

import io.daybook.perf.fork.PerfJvm;
import io.daybook.perf.tcp.SessionBookRun;
import io.daybook.perf.tcp.TcpFloodRun;
import io.daybook.perf.tcp.TcpLatencyRun;
import io.daybook.perf.tcp.TcpNeighboursRun;
import io.daybook.perf.tcp.TradingHopsRun;
import org.junit.jupiter.api.Test;

/** Measures orders over TCP. Runs only if it is named: {@code mvn -T1 -Dtest=PerfTcp test}. */
class PerfTcp {

    @Test
    void testWireToWire() {
        new PerfJvm().run(TcpLatencyRun.class);
    }

    @Test
    void testPipelined() {
        new PerfJvm().run(TcpFloodRun.class);
    }

    @Test
    void testNeighbours() {
        new PerfJvm().run(TcpNeighboursRun.class);
    }

    @Test
    void testSessionBook() {
        new PerfJvm().run(SessionBookRun.class);
    }

    @Test
    void testTrading() {
        new PerfJvm().run(TradingHopsRun.class);
    }
}
