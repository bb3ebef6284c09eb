package io.daybook.perf.bench;

import io.daybook.engine.matching.IdTable;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.slab.LongIndex;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.eclipse.collections.impl.map.mutable.primitive.LongIntHashMap;
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
 * Compares three maps from ids to handles: the book's own table of order ids, the index of users, and a map of Eclipse
 * Collections. Ids in sequence, of which the last so many are live. ns a call; {@code churn} is one id out and the next
 * one in.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
@Fork(1)
@State(Scope.Thread)
public class IdMapBenchmark {
    private static final int LOOK_UPS = 4_096;
    private static final long SEED = 20_261_120;

    /** How many ids are live. */
    @Param({"1000", "1000000"})
    public int live = 1_000;

    private final IdTable orderIds = new IdTable(HashSecret.of(7));
    private final LongIndex index = new LongIndex();
    private final LongIntHashMap library = new LongIntHashMap();
    private final int[] picks = new int[LOOK_UPS];
    private long lastOrderId;
    private long lastIndexId;
    private long lastLibraryId;

    /** Fills all three. */
    @Setup(Level.Trial)
    public void setUp() {
        for (int i = 1; i <= live; i++) {
            orderIds.put(i);
            index.put(i, i);
            library.put(i, i);
        }
        lastOrderId = live;
        lastIndexId = live;
        lastLibraryId = live;
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < LOOK_UPS; i++) {
            picks[i] = random.nextInt(live);
        }
    }

    /** Orders are found. */
    @Benchmark
    @OperationsPerInvocation(LOOK_UPS)
    public long orderIdsGet() {
        long sum = 0;
        for (final int pick : picks) {
            sum += orderIds.get(lastOrderId - pick);
        }
        return sum;
    }

    /** Users are found. */
    @Benchmark
    @OperationsPerInvocation(LOOK_UPS)
    public long indexGet() {
        long sum = 0;
        for (final int pick : picks) {
            sum += index.get(lastIndexId - pick);
        }
        return sum;
    }

    /** The library finds. */
    @Benchmark
    @OperationsPerInvocation(LOOK_UPS)
    public long libraryGet() {
        long sum = 0;
        for (final int pick : picks) {
            sum += library.get(lastLibraryId - pick);
        }
        return sum;
    }

    /** An order goes and one comes, with the record that the table compares ids with. */
    @Benchmark
    public int orderIdsChurn() {
        final long oldest = ++lastOrderId - live;
        orderIds.remove(oldest);
        return orderIds.put(lastOrderId);
    }

    /** A key goes and one comes. */
    @Benchmark
    public int indexChurn() {
        final long oldest = ++lastIndexId - live;
        final int value = index.get(oldest);
        index.remove(oldest);
        index.put(lastIndexId, value);
        return value;
    }

    /** The same in the library. */
    @Benchmark
    public int libraryChurn() {
        final long oldest = ++lastLibraryId - live;
        final int value = library.get(oldest);
        library.remove(oldest);
        library.put(lastLibraryId, value);
        return value;
    }
}
