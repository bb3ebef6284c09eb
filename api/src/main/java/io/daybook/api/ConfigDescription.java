package io.daybook.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;

/** A configuration as a table for people, with a line for each setting. */
final class ConfigDescription {
    private final ExchangeConfig defaults = ExchangeConfig.builder().build();
    private final List<String> lines = new ArrayList<>();

    private ConfigDescription() {
        lines.add(line("setting", "value", "unit", "default", "range"));
    }

    static String of(final ExchangeConfig config) {
        return new ConfigDescription().describe(config);
    }

    private String describe(final ExchangeConfig config) {
        final ExchangeConfig d = defaults;
        number("ringSize", config.ringSize(), "slots", d.ringSize(), ExchangeConfig.MIN_RING, ExchangeConfig.MAX_RING);
        number(
                "eventRingSize",
                config.eventRingSize(),
                "events",
                d.eventRingSize(),
                ExchangeConfig.MIN_EVENT_RING,
                ExchangeConfig.MAX_RING);
        choice("singleProducer", config.singleProducer(), d.singleProducer(), "true, false");
        choice("topology", name(config.topology()), name(d.topology()), "INLINE, FUSED, PIPELINED(1..64)");
        choice("delivery", config.delivery(), d.delivery(), list(DeliveryThread.values()));
        choice("idleStrategy", config.idleStrategy(), d.idleStrategy(), list(IdleStrategy.values()));
        choice("idleStrategies", config.idleStrategies(), d.idleStrategies(), "by role: " + list(ThreadRole.values()));
        choice("orderBookType", config.orderBookType(), d.orderBookType(), list(OrderBookType.values()));
        choice(
                "orderBookTypes",
                new TreeMap<>(config.orderBookTypes()),
                d.orderBookTypes(),
                "by symbol: " + list(OrderBookType.values()));
        choice("marginTrading", config.marginTrading(), d.marginTrading(), "true, false; fixed with the journal");
        choice("resetAllowed", config.resetAllowed(), d.resetAllowed(), "true, false; fixed with the journal");
        choice("journal", Objects.toString(config.journal(), "none"), "none", "a folder");
        choice("mustExist", config.mustExist(), d.mustExist(), "true, false; true needs a journal");
        choice("ackMode", config.ackMode(), d.ackMode(), list(AckMode.values()));
        choice("compression", config.compression(), d.compression(), list(Compression.values()));
        number(
                "forceIntervalMs",
                config.forceIntervalMs(),
                "ms",
                d.forceIntervalMs(),
                1,
                ExchangeConfig.MAX_FORCE_INTERVAL_MS);
        number(
                "blockBytes",
                config.blockBytes(),
                "bytes",
                d.blockBytes(),
                ExchangeConfig.MIN_BLOCK_BYTES,
                ExchangeConfig.MAX_BLOCK_BYTES);
        number("queryTimeoutMs", config.queryTimeoutMs(), "ms", d.queryTimeoutMs(), 1, ExchangeConfig.MAX_TIMEOUT_MS);
        number("closeTimeoutMs", config.closeTimeoutMs(), "ms", d.closeTimeoutMs(), 1, ExchangeConfig.MAX_TIMEOUT_MS);
        number(
                "followerTimeoutMs",
                config.followerTimeoutMs(),
                "ms",
                d.followerTimeoutMs(),
                1,
                ExchangeConfig.MAX_TIMEOUT_MS);
        number("validateEvery", config.validateEvery(), "commands", d.validateEvery(), 0, Integer.MAX_VALUE);
        choice(
                "snapshots",
                "every " + config.snapshots().everyCommands() + " commands or "
                        + config.snapshots().everyMinutes() + " minutes, keep " + kept(config.snapshots()),
                "never automatically, keep " + d.snapshots().keep(),
                "every: 0 for never; keep: 1 to " + SnapshotConfig.MAX_KEEP
                        + " snapshots, or all; optionally at least some minutes or bytes of history");
        choice("automaticTicks", config.automaticTicks(), d.automaticTicks(), "true, false");
        choice("customQueries", config.customQueries().size(), 0, "registered classes of queries");
        lines.add("threads: " + config.threads() + " on " + Runtime.getRuntime().availableProcessors() + " processors");
        return String.join(System.lineSeparator(), lines);
    }

    private static String kept(final SnapshotConfig snapshots) {
        if (snapshots.retainAll()) {
            return "all";
        }
        return snapshots.keep()
                + (snapshots.keepMinutes() == 0 ? "" : ", " + snapshots.keepMinutes() + " minutes")
                + (snapshots.keepBytes() == 0 ? "" : ", " + snapshots.keepBytes() + " bytes");
    }

    private void number(
            final String name, final int value, final String unit, final int byDefault, final int min, final int max) {
        lines.add(line(name, value, unit, byDefault, min + " to " + max));
    }

    private void choice(final String name, final Object value, final Object byDefault, final String range) {
        lines.add(line(name, value, "", byDefault, range));
    }

    private static String line(
            final String name, final Object value, final String unit, final Object byDefault, final String range) {
        return String.format(Locale.ROOT, "%-17s %-12s %-7s default %-12s %s", name, value, unit, byDefault, range)
                .stripTrailing();
    }

    private static String name(final Topology topology) {
        return topology.kind() == Topology.Kind.PIPELINED
                ? "PIPELINED(" + topology.matchingThreads() + ")"
                : topology.kind().name();
    }

    private static String list(final Object[] values) {
        final List<String> names = new ArrayList<>();
        for (final Object value : values) {
            names.add(value.toString());
        }
        return String.join(", ", names);
    }
}
