package io.daybook.gateway.config;

import io.daybook.api.AckMode;
import io.daybook.api.Compression;
import io.daybook.api.DeliveryThread;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.IdleStrategy;
import io.daybook.api.OrderBookType;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.Topology;
import io.daybook.config.Printable;
import io.daybook.config.Section;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The section {@code [exchange]}: the settings that a venue leaves to the operator, by name. */
final class ExchangeSection {
    /** Without snapshots a restart replays the whole journal, and outboxes keep every message. */
    private static final int SNAPSHOT_EVERY_MINUTES = 60;

    private static final ExchangeConfig USUAL = decided().build();
    private static final Pattern PIPELINED = Pattern.compile("pipelined:(\\d{1,4})");

    private final Section section;
    private final List<Consumer<ExchangeConfig.Builder>> settings = new ArrayList<>();

    ExchangeSection(final Section section) {
        this.section = section;
    }

    /** The settings, or null after a fault. */
    @Nullable
    ExchangeConfig read(final Path data, final boolean lossOnPowerFailure) {
        final Map<String, AckMode> ackModes = new LinkedHashMap<>();
        ackModes.put("force", AckMode.AFTER_FORCE);
        ackModes.put("write", AckMode.AFTER_WRITE);
        final AckMode ackMode = section.choice("ackMode", AckMode.AFTER_FORCE, ackModes);
        if (ackMode == AckMode.AFTER_WRITE && !lossOnPowerFailure) {
            section.fault(
                    "ackMode",
                    "\"write\" answers before the disk has the order: a power failure can lose answered orders. Set"
                            + " lossOnPowerFailure = true at the top of the file to accept that, or \"force\" here.");
        }
        if (section.has("resetAllowed") && section.flag("resetAllowed", false)) {
            section.fault("resetAllowed", "must be false with a gateway: a RESET would end its clients' orders.");
        }
        whole("ringSize", USUAL.ringSize(), (config, value) -> config.ringSize(value));
        whole("eventRingSize", USUAL.eventRingSize(), (config, value) -> config.eventRingSize(value));
        whole("forceIntervalMs", USUAL.forceIntervalMs(), (config, value) -> config.forceIntervalMs(value));
        whole("blockBytes", USUAL.blockBytes(), (config, value) -> config.blockBytes(value));
        whole("queryTimeoutMs", USUAL.queryTimeoutMs(), (config, value) -> config.queryTimeoutMs(value));
        whole("closeTimeoutMs", USUAL.closeTimeoutMs(), (config, value) -> config.closeTimeoutMs(value));
        whole("followerTimeoutMs", USUAL.followerTimeoutMs(), (config, value) -> config.followerTimeoutMs(value));
        whole("validateEvery", USUAL.validateEvery(), (config, value) -> config.validateEvery(value));
        final Topology topology = section.attempt("topology", () -> topology(section.text("topology", "fused")));
        if (topology != null) {
            settings.add(config -> config.topology(topology));
        }
        choice("delivery", DeliveryThread.AUTO, DeliveryThread.values(), (config, value) -> config.delivery(value));
        choice(
                "idleStrategy",
                IdleStrategy.BACK_OFF,
                IdleStrategy.values(),
                (config, value) -> config.idleStrategy(value));
        choice(
                "orderBookType",
                OrderBookType.LADDER,
                OrderBookType.values(),
                (config, value) -> config.orderBookType(value));
        choice("compression", Compression.LZ4, Compression.values(), (config, value) -> config.compression(value));
        final boolean marginTrading = section.flag("marginTrading", true);
        final boolean mustExist = section.flag("mustExist", false);
        final SnapshotConfig snapshots = snapshots();
        section.finish();
        return section.attempt("", () -> {
            final ExchangeConfig.Builder config = decided()
                    .journal(data)
                    .ackMode(ackMode)
                    .marginTrading(marginTrading)
                    .mustExist(mustExist);
            if (snapshots != null) {
                config.snapshots(snapshots);
            }
            settings.forEach(setting -> setting.accept(config));
            return config.build();
        });
    }

    /**
     * The settings that no venue may change. All doors send commands, so there are several producers. A RESET would end
     * the orders of clients, so it is not allowed. Clients may send orders that expire but cannot send a TICK, so the
     * exchange sends its ticks itself.
     */
    private static ExchangeConfig.Builder decided() {
        return ExchangeConfig.builder()
                .singleProducer(false)
                .resetAllowed(false)
                .automaticTicks(true);
    }

    private static Topology topology(final String text) {
        final Matcher pipelined = PIPELINED.matcher(text);
        if (pipelined.matches()) {
            return Topology.pipelined(Integer.parseInt(pipelined.group(1)));
        }
        if ("fused".equals(text)) {
            return Topology.FUSED;
        }
        throw new IllegalArgumentException(
                "\"" + Printable.of(text) + "\" must be fused, or pipelined:M with M matching threads");
    }

    private @Nullable SnapshotConfig snapshots() {
        final SnapshotConfig usual = SnapshotConfig.DEFAULT;
        final long everyCommands = section.whole("snapshotEveryCommands", usual.everyCommands(), 0, Long.MAX_VALUE);
        final int everyMinutes =
                section.whole("snapshotEveryMinutes", SNAPSHOT_EVERY_MINUTES, 0, SnapshotConfig.MAX_MINUTES);
        final int keep = section.whole("snapshotKeep", usual.keep(), 1, SnapshotConfig.MAX_KEEP);
        final int keepMinutes = section.whole("snapshotKeepMinutes", 0, 0, SnapshotConfig.MAX_KEEP_MINUTES);
        final long keepBytes = section.whole("snapshotKeepBytes", usual.keepBytes(), 0, Long.MAX_VALUE);
        final boolean retainAll = section.flag("snapshotRetainAll", false);
        return section.attempt(
                "snapshotKeep",
                () -> new SnapshotConfig(everyCommands, everyMinutes, keep, keepMinutes, keepBytes, retainAll));
    }

    /** A number whose range {@link ExchangeConfig} checks. */
    private void whole(final String key, final int usual, final Setting<Integer> setting) {
        final int value = section.whole(key, usual, Integer.MIN_VALUE, Integer.MAX_VALUE);
        final ExchangeConfig alone = section.attempt(key, () -> {
            final ExchangeConfig.Builder config = ExchangeConfig.builder();
            setting.set(config, value);
            return config.build();
        });
        if (alone != null) {
            settings.add(config -> setting.set(config, value));
        }
    }

    private <E extends Enum<E>> void choice(
            final String key, final E otherwise, final E[] constants, final Setting<E> setting) {
        final E value = section.choice(key, otherwise, constants);
        settings.add(config -> setting.set(config, value));
    }

    /** A method of the builder. */
    private interface Setting<T> {
        void set(ExchangeConfig.Builder config, T value);
    }
}
