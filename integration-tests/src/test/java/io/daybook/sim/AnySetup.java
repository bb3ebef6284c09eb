package io.daybook.sim;

import io.daybook.api.AckMode;
import io.daybook.api.Compression;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.Topology;
import io.daybook.host.SimulatedClock;
import io.daybook.journal.access.JournalOptions;
import io.daybook.model.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Draws the configuration of each life of a simulated exchange at random. */
final class AnySetup {
    static final Path FOLDER = Path.of("/data");
    static final int CLOSE_TIMEOUT_MS = 700;
    static final int QUERY_TIMEOUT_MS = 300;
    static final int FOLLOWER_TIMEOUT_MS = 400;
    static final int RING = 64;
    private static final List<Integer> INTERVALS_MS = List.of(2, 10, 60_000);
    private static final List<Topology> TOPOLOGIES =
            List.of(Topology.INLINE, Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    private static final List<OrderBookType> BOOKS = List.of(OrderBookType.values());

    private final Settings settings;
    private final Random random;

    /**
     * Creates the configurations of one run.
     *
     * @param settings the settings that the folder keeps
     */
    AnySetup(final Settings settings, final Random random) {
        this.settings = settings;
        this.random = random;
    }

    /** The configuration of a life, with random books, topology and acknowledgements. */
    ExchangeConfig config() {
        final Topology topology = TOPOLOGIES.get(random.nextInt(TOPOLOGIES.size()));
        final boolean automatic = topology.kind() == Topology.Kind.INLINE && random.nextInt(3) == 0;
        final boolean timed = !automatic && random.nextInt(2) == 0;
        final int keep = 1 + random.nextInt(3);
        return ExchangeConfig.builder()
                .topology(topology)
                .snapshots(new SnapshotConfig(
                        automatic ? 40 + random.nextInt(120) : 0, timed ? 1 : 0, keep, 0, 0, random.nextInt(4) == 0))
                .orderBookType(BOOKS.get(random.nextInt(BOOKS.size())))
                .marginTrading(settings.marginTrading())
                .resetAllowed(settings.resetAllowed())
                .ringSize(RING)
                .eventRingSize(1024)
                .journal(FOLDER)
                .ackMode(random.nextBoolean() ? AckMode.AFTER_FORCE : AckMode.AFTER_WRITE)
                .forceIntervalMs(INTERVALS_MS.get(random.nextInt(INTERVALS_MS.size())))
                .closeTimeoutMs(CLOSE_TIMEOUT_MS)
                .queryTimeoutMs(QUERY_TIMEOUT_MS)
                .followerTimeoutMs(FOLLOWER_TIMEOUT_MS)
                .compression(random.nextBoolean() ? Compression.LZ4 : Compression.NONE)
                .build();
    }

    /** The options of a life's journal. */
    JournalOptions options(final ExchangeConfig config, final SimulatedClock clock, final SteppedScheduler scheduler) {
        final boolean ahead = random.nextInt(3) == 0;
        return JournalOptions.builder()
                .compression(
                        config.compression() == Compression.LZ4
                                ? io.daybook.journal.Compression.LZ4
                                : io.daybook.journal.Compression.NONE)
                .maxBlockBytes(16 << 10)
                .firstSegmentBytes(28 << 10)
                .maxSegmentBytes(ahead || random.nextBoolean() ? 28 << 10 : 96 << 10)
                .keepSnapshots(config.snapshots().keep())
                .retainAll(config.snapshots().retainAll())
                .fillAhead(ahead)
                .clock(clock)
                .scheduler(scheduler)
                .random(new Random(random.nextLong()))
                .build();
    }
}
