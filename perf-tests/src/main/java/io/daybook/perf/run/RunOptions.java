package io.daybook.perf.run;

import io.daybook.api.Compression;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.IdleStrategy;
import io.daybook.api.OrderBookType;
import io.daybook.api.Topology;
import io.daybook.perf.fork.PerfProperties;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The exchange that is measured, as {@link PerfProperties} configure it. */
final class RunOptions {
    private RunOptions() {}

    /** Commands that are handed over together. */
    static int batch() {
        return PerfProperties.number("batch", 64);
    }

    /** The configuration of an exchange without a journal. */
    static ExchangeConfig exchange(final IdleStrategy idleByDefault) {
        return builder(idleByDefault, 16_384).build();
    }

    /** The configuration of an exchange with a journal. */
    static ExchangeConfig exchange(final IdleStrategy idleByDefault, final Path journal) {
        return builder(idleByDefault, 65_536) // commands come while the disk is busy
                .journal(journal)
                .compression(Compression.valueOf(PerfProperties.constant("compression", Compression.LZ4.name())))
                .blockBytes(PerfProperties.number("block", 256 * 1024))
                .build();
    }

    /** A configuration without threads and journal. */
    static ExchangeConfig inline(final ExchangeConfig config) {
        return inline(config, null);
    }

    /** A configuration without threads. */
    static ExchangeConfig inline(final ExchangeConfig config, final @Nullable Path journal) {
        return ExchangeConfig.builder()
                .eventRingSize(config.eventRingSize())
                .orderBookType(config.orderBookType())
                .topology(Topology.INLINE)
                .journal(journal)
                .compression(config.compression())
                .build();
    }

    /** A configuration in one line. */
    static String describe(final ExchangeConfig config) {
        final String journal = config.journal() == null
                ? "no journal"
                : "journal " + config.compression() + ", blocks of " + config.blockBytes() / 1024 + " KiB, "
                        + config.ackMode();
        return String.format(
                Locale.ROOT,
                "%s%s, idle %s, ring %,d, events %,d, books %s, %s",
                config.topology().kind(),
                config.topology().matchingThreads() == 0
                        ? ""
                        : "(" + config.topology().matchingThreads() + ")",
                config.idleStrategy(),
                config.ringSize(),
                config.eventRingSize(),
                config.orderBookType(),
                journal);
    }

    private static ExchangeConfig.Builder builder(final IdleStrategy idleByDefault, final int ringSize) {
        final int matching = PerfProperties.number("matching", 0);
        return ExchangeConfig.builder()
                .topology(matching == 0 ? Topology.FUSED : Topology.pipelined(matching))
                .idleStrategy(IdleStrategy.valueOf(PerfProperties.constant("idle", idleByDefault.name())))
                .ringSize(PerfProperties.number("ring", ringSize))
                .eventRingSize(PerfProperties.number("events", 16_384))
                .orderBookType(OrderBookType.valueOf(PerfProperties.constant("books", OrderBookType.LADDER.name())));
    }
}
