package io.daybook.perf.bench;

import io.daybook.api.OrderBookType;
import io.daybook.perf.drive.MatchingDriver;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.perf.workload.Workload;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Matching alone: the whole stream of a workload through each kind of book, ns a command. Every iteration has fresh
 * books, filled outside the timing; {@code -prof gc} counts that too, so what the stream itself allocates is printed
 * behind each iteration.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 7)
@Fork(1)
public class BooksBenchmark {
    private static final int MARGIN_COMMANDS = 3_000_000;
    private static final int DEEP_COMMANDS = 10_000_000;
    private static final int WIDE_COMMANDS = 6_000_000;

    /** A thousand orders of one symbol. */
    @Benchmark
    @OperationsPerInvocation(MARGIN_COMMANDS)
    public long margin(final Margin stream) {
        return stream.run();
    }

    /** A hundred thousand orders of one symbol, on thirty thousand levels. */
    @Benchmark
    @OperationsPerInvocation(DEEP_COMMANDS)
    public long deep(final Deep stream) {
        return stream.run();
    }

    /** A million orders of a thousand symbols. */
    @Benchmark
    @OperationsPerInvocation(WIDE_COMMANDS)
    public long wide(final Wide stream) {
        return stream.run();
    }

    /** The margin workload. */
    public static class Margin extends Books {
        /** See the class. */
        public Margin() {
            super(Workload.MARGIN, MARGIN_COMMANDS);
        }
    }

    /** The deep workload. */
    public static class Deep extends Books {
        /** See the class. */
        public Deep() {
            super(Workload.DEEP, DEEP_COMMANDS);
        }
    }

    /** The wide workload. */
    public static class Wide extends Books {
        /** See the class. */
        public Wide() {
            super(Workload.WIDE, WIDE_COMMANDS);
        }
    }

    /** Books with the resting orders of a workload, and its stream. */
    @State(Scope.Thread)
    public abstract static class Books {
        private final Workload workload;
        private final int commands;

        /** The kind of books. */
        @Param({"LADDER", "RADIX", "AVL"})
        public String books = "LADDER";

        private @Nullable GeneratedWorkload generated;
        private @Nullable MatchingDriver driver;
        private long allocated;

        Books(final Workload workload, final int commands) {
            this.workload = workload;
            this.commands = commands;
        }

        /** Generates the stream. */
        @Setup(Level.Trial)
        public void generate() {
            generated = workload.generate();
            if (generated.timed().size() != commands) {
                throw new IllegalStateException(workload + " must have " + commands + " commands: "
                        + generated.timed().size());
            }
        }

        /** Makes and fills the books. */
        @Setup(Level.Iteration)
        public void fill() {
            final GeneratedWorkload stream = stream();
            driver = new MatchingDriver(stream, OrderBookType.valueOf(books));
            driver.run(stream.prefill());
        }

        /** Tells what the stream allocated. */
        @TearDown(Level.Iteration)
        public void tell() {
            System.out.printf(Locale.ROOT, "%.4f bytes a command, ", (double) allocated / commands);
        }

        long run() {
            final MatchingDriver books = driver;
            if (books == null) {
                throw new IllegalStateException("books must be filled");
            }
            final long before = ThreadCosts.allocatedBytes();
            final long sum = books.run(stream().timed());
            allocated = ThreadCosts.allocatedBytes() - before;
            return sum;
        }

        private GeneratedWorkload stream() {
            final GeneratedWorkload stream = generated;
            if (stream == null) {
                throw new IllegalStateException("a stream must be generated");
            }
            return stream;
        }
    }
}
