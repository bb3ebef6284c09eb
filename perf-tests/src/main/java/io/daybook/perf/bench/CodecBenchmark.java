package io.daybook.perf.bench;

import io.daybook.engine.codec.CommandBlockDecoder;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.kernel.command.CommandSlot;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What the journal does with commands before they reach the disk, and replay after; ns a command. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class CodecBenchmark {
    private final CommandBlockDecoder decoder = new CommandBlockDecoder();
    private final CommandSlot slot = new CommandSlot();

    /** Packs commands into a block. */
    @Benchmark
    @OperationsPerInvocation(BlockState.COMMANDS)
    public int encode(final BlockState block) {
        return block.encode();
    }

    /** Unpacks them again. */
    @Benchmark
    @OperationsPerInvocation(BlockState.COMMANDS)
    public long decode(final BlockState block) {
        decoder.wrap(
                block.encoder.buffer(),
                0,
                block.encoder.length(),
                1,
                BlockState.timeNs(0),
                CommandBlockEncoder.CODEC_VERSION);
        long sum = 0;
        while (decoder.next(slot)) {
            sum += slot.price();
        }
        return sum;
    }
}
