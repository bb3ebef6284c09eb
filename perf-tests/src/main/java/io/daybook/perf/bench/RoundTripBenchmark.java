package io.daybook.perf.bench;

import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.IdleStrategy;
import io.daybook.api.ResultView;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Sends one command into the exchange and receives its result, one at a time: with threads, two hops from core to core.
 * The command cancels an order that does not exist, so that little but the round trip itself is measured.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class RoundTripBenchmark {

    /** The topology: whether the exchange has a separate thread. */
    @Param({"INLINE", "FUSED"})
    public String topology = "INLINE";

    private final Arrival arrival = new Arrival();
    private Exchange exchange = DaybookExchange.start(config(Topology.INLINE), arrival);
    private CommandDoor door = exchange.newDoor();
    private long sent;

    /** Starts the exchange that is measured. */
    @Setup(Level.Trial)
    public void setUp() {
        exchange.close();
        exchange = DaybookExchange.start(config(topology.equals("FUSED") ? Topology.FUSED : Topology.INLINE), arrival);
        door = exchange.newDoor();
    }

    /** Closes the exchange. */
    @TearDown(Level.Trial)
    public void tearDown() {
        exchange.close();
    }

    /** Sends a command and waits for its result. */
    @Benchmark
    public long roundTrip() {
        final long cookie = ++sent;
        door.cancel().cookie(cookie).uid(1).symbol(1).orderId(1).publish();
        while (arrival.cookie != cookie) {
            Thread.onSpinWait();
        }
        return cookie;
    }

    private static ExchangeConfig config(final Topology topology) {
        return ExchangeConfig.builder()
                .topology(topology)
                .idleStrategy(IdleStrategy.BUSY_SPIN)
                .build();
    }

    /** Records the last result. */
    private static final class Arrival implements ExchangeListener {
        private volatile long cookie;

        @Override
        public void onResult(final ResultView result) {
            cookie = result.cookie();
        }
    }
}
