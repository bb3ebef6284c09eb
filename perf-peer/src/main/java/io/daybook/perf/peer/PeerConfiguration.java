package io.daybook.perf.peer;

import exchange.core2.core.common.CoreWaitStrategy;
import exchange.core2.core.common.config.ExchangeConfiguration;
import exchange.core2.core.common.config.InitialStateConfiguration;
import exchange.core2.core.common.config.OrdersProcessingConfiguration;
import exchange.core2.core.common.config.PerformanceConfiguration;
import exchange.core2.core.common.config.SerializationConfiguration;
import exchange.core2.core.orderbook.OrderBookDirectImpl;
import exchange.core2.core.processors.journaling.DiskSerializationProcessor;
import exchange.core2.core.processors.journaling.DiskSerializationProcessorConfiguration;
import exchange.core2.core.utils.AffinityThreadFactory;
import exchange.core2.core.utils.AffinityThreadFactory.ThreadAffinityMode;
import io.daybook.perf.fork.PerfProperties;
import java.nio.file.Path;
import java.util.Locale;

/** The configurations of the peer that are measured. */
enum PeerConfiguration {
    /** The configuration of the peer's documentation and of the peer's own benchmark of this workload. */
    DOCUMENTED(CoreWaitStrategy.BUSY_SPIN, 32 * 1024, 4 * 1024),

    /** The fastest of twenty configurations that were tried on two cores. */
    BEST(CoreWaitStrategy.YIELDING, 64 * 1024, 16 * 1024);

    private static final int MAX_GROUP_NS = 4_000_000;

    private final CoreWaitStrategy waitStrategy;
    private final int ringSize;
    private final int groupLimit;

    PeerConfiguration(final CoreWaitStrategy waitStrategy, final int ringSize, final int groupLimit) {
        this.waitStrategy = waitStrategy;
        this.ringSize = ringSize;
        this.groupLimit = groupLimit;
    }

    ExchangeConfiguration build() {
        return builder()
                .initStateCfg(InitialStateConfiguration.CLEAN_TEST)
                .serializationCfg(SerializationConfiguration.DEFAULT)
                .build();
    }

    ExchangeConfiguration buildJournaling(final Path folder) {
        final DiskSerializationProcessorConfiguration disk =
                DiskSerializationProcessorConfiguration.createDefaultConfig();
        final DiskSerializationProcessorConfiguration elsewhere = new DiskSerializationProcessorConfiguration(
                folder.toString(),
                disk.getSnapshotLz4CompressorFactory(),
                disk.getJournalFileMaxSize(),
                disk.getJournalBufferSize(),
                disk.getJournalBatchCompressThreshold(),
                disk.getJournalLz4CompressorFactory());
        return builder()
                .initStateCfg(InitialStateConfiguration.cleanStartJournaling("perf"))
                .serializationCfg(new SerializationConfiguration(
                        true, config -> new DiskSerializationProcessor(config, elsewhere)))
                .build();
    }

    String describe() {
        return String.format(
                Locale.ROOT,
                "%s: %s, ring %,d, group limit %,d, 1 risk and 1 matching engine, direct order book, threads %s",
                name(),
                waitStrategy,
                ringSize,
                groupLimit,
                isPinned() ? "pinned by the peer's thread factory" : "not pinned");
    }

    private static boolean isPinned() {
        return PerfProperties.number("peer.affinity", 1) == 1;
    }

    private ExchangeConfiguration.ExchangeConfigurationBuilder builder() {
        final ThreadAffinityMode affinity = isPinned()
                ? ThreadAffinityMode.THREAD_AFFINITY_ENABLE_PER_LOGICAL_CORE
                : ThreadAffinityMode.THREAD_AFFINITY_DISABLE;
        return ExchangeConfiguration.defaultBuilder()
                .ordersProcessingCfg(OrdersProcessingConfiguration.DEFAULT)
                .performanceCfg(PerformanceConfiguration.throughputPerformanceBuilder()
                        .waitStrategy(waitStrategy)
                        .ringBufferSize(ringSize)
                        .msgsInGroupLimit(groupLimit)
                        .maxGroupDurationNs(MAX_GROUP_NS)
                        .matchingEnginesNum(1)
                        .riskEnginesNum(1)
                        .threadFactory(new AffinityThreadFactory(affinity))
                        .orderBookFactory(OrderBookDirectImpl::new)
                        .build());
    }
}
