package io.daybook.perf.bench;

import io.daybook.gateway.fix.order.FixCodec;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import quickfix.Message;

/** What QuickFIX/J and the FIX door do to texts of FIX, sessions and sockets left out; ns a message. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class FixCodecBenchmark {
    private final FixCodec codec = new FixCodec();

    /** The text of a D becomes fields. */
    @Benchmark
    public Message parse() throws Exception {
        return codec.parse();
    }

    /** The same, validated by the dictionary, and its decimals in ticks and lots. */
    @Benchmark
    public long order() throws Exception {
        return codec.order();
    }

    /** A trade's report from the outbox becomes text. */
    @Benchmark
    public String report() {
        return codec.report();
    }
}
