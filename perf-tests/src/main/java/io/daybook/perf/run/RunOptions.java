package io.daybook.perf.run;

import io.daybook.api.Compression;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.IdleStrategy;
import io.daybook.api.OrderBookType;
import io.daybook.api.Topology;
import io.daybook.perf.workload.Mix;
import io.daybook.perf.workload.Takers;
import io.daybook.perf.workload.Workload;
import io.daybook.perf.workload.WorkloadBuilder;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What can be set on a measurement, from system properties that begin with {@code daybook.perf.}; {@code docs/performance.md} lists
 * them.
 */
public final class RunOptions {
    private static final String PREFIX = "daybook.perf.";

    private RunOptions() {}

    /** Measured iterations. */
    static int iterations(final int byDefault) {
        return Integer.getInteger(PREFIX + "iterations", byDefault);
    }

    /** Iterations before them that do not count. */
    static int warmups(final int byDefault) {
        return Integer.getInteger(PREFIX + "warmups", byDefault);
    }

    /** Commands that are handed over together. */
    static int batch(final int byDefault) {
        return Integer.getInteger(PREFIX + "batch", byDefault);
    }

    /** A number of some other kind. */
    static int number(final String name, final int byDefault) {
        return Integer.getInteger(PREFIX + name, byDefault);
    }

    /** Where files go. */
    static Path output() {
        return Path.of(System.getProperty(PREFIX + "out", "target/perf"));
    }

    /** The builder of a workload by name, with another size, mix, or takers where that was asked for. */
    static WorkloadBuilder workload(final String label) {
        final WorkloadBuilder builder = Workload.of(label).builder();
        final String mix = System.getProperty(PREFIX + "mix");
        if (mix != null) {
            builder.mix(Mix.of(mix));
        }
        final String takers = System.getProperty(PREFIX + "takers");
        if (takers != null) {
            builder.takers(Takers.valueOf(takers.toUpperCase(Locale.ROOT)));
        }
        return builder.dividedBy(number("divisor", 1));
    }

    /** The configuration of an exchange without a journal. */
    static ExchangeConfig exchange(final IdleStrategy idleByDefault) {
        return builder(idleByDefault).build();
    }

    /** The configuration of an exchange with a journal. */
    static ExchangeConfig exchange(final IdleStrategy idleByDefault, final Path journal) {
        return builder(idleByDefault)
                .journal(journal)
                .compression(Compression.valueOf(text("compression", Compression.LZ4.name())))
                .blockBytes(number("block", 256 * 1024))
                .build();
    }

    /** The same exchange without threads and journal. */
    static ExchangeConfig inline(final ExchangeConfig config) {
        return inline(config, null);
    }

    /** The same exchange without threads. */
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

    private static ExchangeConfig.Builder builder(final IdleStrategy idleByDefault) {
        final int matching = number("matching", 0);
        return ExchangeConfig.builder()
                .topology(matching == 0 ? Topology.FUSED : Topology.pipelined(matching))
                .idleStrategy(IdleStrategy.valueOf(text("idle", idleByDefault.name())))
                .ringSize(number("ring", 16_384))
                .eventRingSize(number("events", 16_384))
                .orderBookType(OrderBookType.valueOf(text("books", OrderBookType.LADDER.name())));
    }

    private static String text(final String name, final String byDefault) {
        return System.getProperty(PREFIX + name, byDefault).toUpperCase(Locale.ROOT);
    }
}
