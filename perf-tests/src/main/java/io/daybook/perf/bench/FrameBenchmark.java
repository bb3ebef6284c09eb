package io.daybook.perf.bench;

import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.journal.Compression;
import io.daybook.journal.format.FrameMaker;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.perf.drive.WorkloadCommands;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From a block of packed commands to a frame that can be written: compression, padding, both checksums, chain. ns a
 * command of the margin workload.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
@Fork(1)
@State(Scope.Thread)
public class FrameBenchmark {
    private static final int COMMANDS = 16_384;
    private static final int BLOCK_BYTES = 512 * 1024;
    private static final long FIRST_TIME_NS = 1_700_000_000_000_000_000L;

    /** How frames are packed. */
    @Param({"LZ4", "NONE"})
    public String compression = "LZ4";

    private final CommandBlockEncoder block = new CommandBlockEncoder(BLOCK_BYTES);
    private FrameMaker frames = new FrameMaker(Compression.NONE, BLOCK_BYTES);

    /** Packs the commands. */
    @Setup(Level.Trial)
    public void setUp() {
        frames = new FrameMaker(Compression.valueOf(compression), BLOCK_BYTES);
        final CommandStream stream = Workload.MARGIN.generate().timed();
        final CommandSlot slot = new CommandSlot();
        for (int i = 0; i < COMMANDS; i++) {
            slot.clear();
            WorkloadCommands.fill(slot, stream.chunkOf(i), stream.offsetOf(i));
            block.append(slot, FIRST_TIME_NS + 100L * i);
        }
    }

    /** One frame. */
    @Benchmark
    @OperationsPerInvocation(COMMANDS)
    public int frame() {
        return frames.make(block.buffer(), block.length(), COMMANDS, FIRST_TIME_NS);
    }
}
