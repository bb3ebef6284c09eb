package io.daybook.perf.tcp;

import io.daybook.api.AckMode;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.IdleStrategy;
import io.daybook.api.Topology;
import io.daybook.perf.fork.PerfProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The venue that is measured, as {@link PerfProperties} configure it. */
final class TcpOptions {
    /** The event that an answer waits for. A gateway needs a journal. */
    enum Journaling {
        WRITE(AckMode.AFTER_WRITE),
        FORCE(AckMode.AFTER_FORCE);

        private final AckMode mode;

        Journaling(final AckMode mode) {
            this.mode = mode;
        }

        @Override
        public String toString() {
            return "journal " + name();
        }
    }

    private static final int RING = 65_536;
    private static final int SPIN_MICROS = 50;

    private TcpOptions() {}

    static ExchangeConfig exchange(final Journaling journaling, final Path folder) {
        return ExchangeConfig.builder()
                .topology(Topology.FUSED)
                .idleStrategy(IdleStrategy.valueOf(PerfProperties.constant("idle", IdleStrategy.YIELD.name())))
                .ringSize(PerfProperties.number("ring", RING))
                .eventRingSize(PerfProperties.number("events", RING))
                .journal(folder.resolve("data"))
                .ackMode(journaling.mode)
                .build();
    }

    static int spinMicros() {
        return PerfProperties.number("spin", SPIN_MICROS);
    }

    /** Every command whose number is a multiple of this is timed on its way; 0, the default, for none. */
    static int hopEvery() {
        return PerfProperties.number("hops", 0);
    }

    /** The folder of a run's times, for {@code daybook hops}. */
    static Path hopsFolder(final Journaling journaling, final String how) {
        return PerfProperties.output().resolve("hops-" + journaling.name().toLowerCase(Locale.ROOT) + "-" + how);
    }

    /** A new folder for one venue. */
    static Path newFolder() {
        try {
            return Files.createTempDirectory(Files.createDirectories(PerfProperties.output()), "venue-");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String describe(final ExchangeConfig config) {
        return String.format(
                Locale.ROOT,
                "FUSED, idle %s, ring %,d, events %,d; gateway spins %d µs; client and venue in one virtual machine",
                config.idleStrategy(),
                config.ringSize(),
                config.eventRingSize(),
                spinMicros());
    }
}
