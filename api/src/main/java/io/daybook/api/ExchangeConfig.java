package io.daybook.api;

import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All settings of an exchange; created with {@link #builder()}.
 *
 * @param ringSize slots between producers and engine; a power of two, 64 to 2^22
 * @param eventRingSize events of each matching thread that may wait for delivery; a power of two, 64 to 2^22
 * @param singleProducer whether the caller promises that one thread at a time sends (commands and queries alike,
 *     through one door at a time), which makes the ring faster; the promise is checked, and a second producer is
 *     refused
 * @param topology which threads run the steps
 * @param delivery which thread delivers results
 * @param idleStrategy how threads idle
 * @param idleStrategies how threads of some roles idle instead; copied
 * @param orderBookType the price index of new books
 * @param orderBookTypes the price index of the books of some symbols instead, by symbol id; copied
 * @param marginTrading whether orders for futures are accepted; fixed when a journal is created
 * @param resetAllowed whether {@link Reset} is carried out; fixed when a journal is created
 * @param journal the folder of the journal, or null for none
 * @param mustExist whether the start is refused if that folder holds no journal yet
 * @param ackMode when results may leave, with a journal
 * @param compression how journal frames are packed
 * @param forceIntervalMs with {@link AckMode#AFTER_WRITE}: ms between forces, 1 to 60,000
 * @param blockBytes encoded bytes after which a journal frame is written, 4,096 to 512 KiB
 * @param queryTimeoutMs ms for which a query waits for room in a full ring before it fails, 1 to 3,600,000
 * @param closeTimeoutMs ms that closing may take before the exchange fails instead, 1 to 3,600,000
 * @param followerTimeoutMs ms for which a follower may hold the ring full without progress, 1 to 3,600,000
 * @param validateEvery after how many commands the whole state is checked again, for finding faults; 0 for never
 * @param snapshots when snapshots are taken automatically, and how many are kept
 * @param automaticTicks whether the exchange sends a {@link Tick} to every book that is due
 * @param customQueries the application's own queries; copied
 */
public record ExchangeConfig(
        int ringSize,
        int eventRingSize,
        boolean singleProducer,
        Topology topology,
        DeliveryThread delivery,
        IdleStrategy idleStrategy,
        Map<ThreadRole, IdleStrategy> idleStrategies,
        OrderBookType orderBookType,
        Map<Integer, OrderBookType> orderBookTypes,
        boolean marginTrading,
        boolean resetAllowed,
        @Nullable Path journal,
        boolean mustExist,
        AckMode ackMode,
        Compression compression,
        int forceIntervalMs,
        int blockBytes,
        int queryTimeoutMs,
        int closeTimeoutMs,
        int followerTimeoutMs,
        int validateEvery,
        SnapshotConfig snapshots,
        boolean automaticTicks,
        Set<Class<? extends CustomQuery<?>>> customQueries) {

    static final int MIN_RING = 64;
    static final int MIN_EVENT_RING = 64;
    static final int MAX_RING = 1 << 22;
    static final int MIN_BLOCK_BYTES = 4096;
    static final int MAX_BLOCK_BYTES = 512 * 1024;
    static final int MAX_FORCE_INTERVAL_MS = 60_000;
    /** The longest time-out: an hour. */
    public static final int MAX_TIMEOUT_MS = 3_600_000;

    /** Checks the ranges. */
    public ExchangeConfig {
        requireSet("topology", topology);
        requireSet("delivery", delivery);
        requireSet("idleStrategy", idleStrategy);
        requireSet("orderBookType", orderBookType);
        requireSet("ackMode", ackMode);
        requireSet("compression", compression);
        requireSet("snapshots", snapshots);
        requirePowerOfTwo("ringSize", ringSize, MIN_RING, MAX_RING);
        requirePowerOfTwo("eventRingSize", eventRingSize, MIN_EVENT_RING, MAX_RING);
        requireRange("forceIntervalMs", forceIntervalMs, 1, MAX_FORCE_INTERVAL_MS);
        requireRange("blockBytes", blockBytes, MIN_BLOCK_BYTES, MAX_BLOCK_BYTES);
        requireRange("queryTimeoutMs", queryTimeoutMs, 1, MAX_TIMEOUT_MS);
        requireRange("closeTimeoutMs", closeTimeoutMs, 1, MAX_TIMEOUT_MS);
        requireRange("followerTimeoutMs", followerTimeoutMs, 1, MAX_TIMEOUT_MS);
        requireRange("validateEvery", validateEvery, 0, Integer.MAX_VALUE);
        if (mustExist && journal == null) {
            throw new IllegalArgumentException("mustExist must come with a journal: mustExist=true, journal=null");
        }
        idleStrategies.forEach((role, strategy) -> requireSet("idleStrategy of " + role, strategy));
        orderBookTypes.forEach((symbol, type) -> {
            requireRange("orderBookTypes: symbol", symbol, 1, Integer.MAX_VALUE);
            requireSet("orderBookType of " + symbol, type);
        });
        customQueries.forEach(type -> requireSet("customQuery", type));
        idleStrategies = Map.copyOf(idleStrategies);
        orderBookTypes = Map.copyOf(orderBookTypes);
        customQueries = Set.copyOf(customQueries);
    }

    /** The idle strategy of a thread. */
    public IdleStrategy idleStrategy(final ThreadRole role) {
        return idleStrategies.getOrDefault(role, idleStrategy);
    }

    /** The price index of the book of a symbol. */
    public OrderBookType orderBookType(final int symbol) {
        return orderBookTypes.getOrDefault(symbol, orderBookType);
    }

    /** The threads that this exchange will have, by role, on this machine. */
    public Map<ThreadRole, Integer> threads() {
        final Map<ThreadRole, Integer> threads = new EnumMap<>(ThreadRole.class);
        if (topology.kind() != Topology.Kind.INLINE) {
            threads.put(ThreadRole.ENGINE, 1);
            if (topology.kind() == Topology.Kind.PIPELINED) {
                threads.put(ThreadRole.MATCHING, topology.matchingThreads());
            }
            if (journal != null) {
                threads.put(ThreadRole.JOURNAL, 1);
            }
            if (hasDeliveryThread(
                    threads.values().stream().mapToInt(Integer::intValue).sum())) {
                threads.put(ThreadRole.DELIVERY, 1);
            }
        }
        return Collections.unmodifiableMap(threads);
    }

    /**
     * Whether delivery has its own thread. A producer counts as a thread: on two processors engine and journal leave
     * none free.
     */
    private boolean hasDeliveryThread(final int otherThreads) {
        return delivery == DeliveryThread.OWN
                || delivery == DeliveryThread.AUTO && Runtime.getRuntime().availableProcessors() >= otherThreads + 2;
    }

    /** Every setting on its own line: name, value, unit, default and range; and the resulting threads. */
    public String describe() {
        return ConfigDescription.of(this);
    }

    /** This configuration with one more kind of query. */
    public ExchangeConfig answering(final Class<? extends CustomQuery<?>> type) {
        final Set<Class<? extends CustomQuery<?>>> all = new HashSet<>(customQueries);
        all.add(type);
        return new ExchangeConfig(
                ringSize,
                eventRingSize,
                singleProducer,
                topology,
                delivery,
                idleStrategy,
                idleStrategies,
                orderBookType,
                orderBookTypes,
                marginTrading,
                resetAllowed,
                journal,
                mustExist,
                ackMode,
                compression,
                forceIntervalMs,
                blockBytes,
                queryTimeoutMs,
                closeTimeoutMs,
                followerTimeoutMs,
                validateEvery,
                snapshots,
                automaticTicks,
                all);
    }

    /** The defaults: one engine thread, ladder books, margin trading, no journal. */
    public static Builder builder() {
        return new Builder();
    }

    private static void requireSet(final String name, final @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must be set: " + name + "=null");
        }
    }

    private static void requirePowerOfTwo(final String name, final int value, final int min, final int max) {
        requireRange(name, value, min, max);
        if (Integer.bitCount(value) != 1) {
            throw new IllegalArgumentException(name + " must be a power of two: " + name + "=" + value);
        }
    }

    private static void requireRange(final String name, final int value, final int min, final int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be " + min + " to " + max + ": " + name + "=" + value);
        }
    }

    /**
     * The settings, for a builder of a configuration or of something with a configuration. Used by one thread.
     *
     * @param <B> the builder, which every setter returns
     */
    public abstract static class Settings<B extends Settings<B>> {
        private int ringSize = 16_384;
        private int eventRingSize = 16_384;
        private boolean singleProducer;
        private Topology topology = Topology.FUSED;
        private DeliveryThread delivery = DeliveryThread.AUTO;
        private IdleStrategy idleStrategy = IdleStrategy.BACK_OFF;
        private final Map<ThreadRole, IdleStrategy> idleStrategies = new EnumMap<>(ThreadRole.class);
        private OrderBookType orderBookType = OrderBookType.LADDER;
        private final Map<Integer, OrderBookType> orderBookTypes = new HashMap<>();
        private boolean marginTrading = true;
        private boolean resetAllowed;
        private @Nullable Path journal;
        private boolean mustExist;
        private AckMode ackMode = AckMode.AFTER_FORCE;
        private Compression compression = Compression.LZ4;
        private int forceIntervalMs = 10;
        private int blockBytes = 256 * 1024;
        private int queryTimeoutMs = 10_000;
        private int closeTimeoutMs = 30_000;
        private int followerTimeoutMs = 10_000;
        private int validateEvery;
        private SnapshotConfig snapshots = SnapshotConfig.DEFAULT;
        private boolean automaticTicks;
        private final Set<Class<? extends CustomQuery<?>>> customQueries = new HashSet<>();

        protected Settings() {}

        protected abstract B self();

        /** Sets the slots between producers and engine; default 16,384. */
        public final B ringSize(final int slots) {
            this.ringSize = slots;
            return self();
        }

        /** Sets how many events of each matching thread may wait for delivery; default 16,384. */
        public final B eventRingSize(final int events) {
            this.eventRingSize = events;
            return self();
        }

        /**
         * Promises that one thread at a time sends: commands and queries alike, through one door at a time; default
         * false. Another thread may take over once everything claimed is published. A claim while another thread's slot
         * is claimed and not yet published throws {@link IllegalStateException}. Closing, metrics and automatic
         * snapshots do not count as sending.
         */
        public final B singleProducer(final boolean promised) {
            this.singleProducer = promised;
            return self();
        }

        /** Sets the threads that run the steps; default {@link Topology#FUSED}. */
        public final B topology(final Topology value) {
            this.topology = value;
            return self();
        }

        /** Sets the thread that delivers results; default {@link DeliveryThread#AUTO}. */
        public final B delivery(final DeliveryThread value) {
            this.delivery = value;
            return self();
        }

        /** Sets how threads idle; default {@link IdleStrategy#BACK_OFF}. */
        public final B idleStrategy(final IdleStrategy value) {
            this.idleStrategy = value;
            return self();
        }

        /** Sets how the threads of one role idle; by default like all threads. */
        public final B idleStrategy(final ThreadRole role, final IdleStrategy value) {
            idleStrategies.put(role, value);
            return self();
        }

        /** Sets the price index of new books; default {@link OrderBookType#LADDER}. */
        public final B orderBookType(final OrderBookType value) {
            this.orderBookType = value;
            return self();
        }

        /**
         * Sets the price index of the book of one symbol; by default that of all books. No result depends on it and no
         * journal records it: a folder may be opened with another choice.
         */
        public final B orderBookType(final int symbol, final OrderBookType value) {
            orderBookTypes.put(symbol, value);
            return self();
        }

        /** Sets whether orders for futures are accepted; default true. */
        public final B marginTrading(final boolean on) {
            this.marginTrading = on;
            return self();
        }

        /** Sets whether {@link Reset} is carried out; default false. */
        public final B resetAllowed(final boolean allowed) {
            this.resetAllowed = allowed;
            return self();
        }

        /** Sets the folder of the journal, which is created if it is missing; default none. */
        public final B journal(final @Nullable Path folder) {
            this.journal = folder;
            return self();
        }

        /**
         * Sets whether the start is refused if the folder holds no journal yet, so that a typing error opens no empty
         * exchange; default false.
         */
        public final B mustExist(final boolean required) {
            this.mustExist = required;
            return self();
        }

        /** Sets when results may leave; default {@link AckMode#AFTER_FORCE}. */
        public final B ackMode(final AckMode mode) {
            this.ackMode = mode;
            return self();
        }

        /** Sets how journal frames are packed; default {@link Compression#LZ4}. */
        public final B compression(final Compression value) {
            this.compression = value;
            return self();
        }

        /** Sets the ms between forces, for {@link AckMode#AFTER_WRITE}; default 10. */
        public final B forceIntervalMs(final int ms) {
            this.forceIntervalMs = ms;
            return self();
        }

        /** Sets the encoded bytes after which a journal frame is written; default 256 KiB. */
        public final B blockBytes(final int bytes) {
            this.blockBytes = bytes;
            return self();
        }

        /**
         * Sets when snapshots are taken automatically, and how many are kept; default {@link SnapshotConfig#DEFAULT}.
         */
        public final B snapshots(final SnapshotConfig value) {
            this.snapshots = value;
            return self();
        }

        /**
         * Sets whether the exchange itself sends a {@link Tick} when an order's {@code expireAt} has passed, by the
         * clock of the exchange, or a command has left acts over ({@link ResultView#more()}). A tick is an ordinary
         * command, journaled and delivered like any other. A separate thread sends it; with {@link Topology#INLINE} the
         * caller's thread does, after each command. Do not switch it on if senders stamp their commands with another
         * time than the clock's. Default false.
         */
        public final B automaticTicks(final boolean on) {
            this.automaticTicks = on;
            return self();
        }

        /** Sets how long a query waits for room in a full ring; default 10,000 ms. */
        public final B queryTimeoutMs(final int ms) {
            this.queryTimeoutMs = ms;
            return self();
        }

        /** Sets how long closing may take; default 30,000 ms. */
        public final B closeTimeoutMs(final int ms) {
            this.closeTimeoutMs = ms;
            return self();
        }

        /**
         * Sets how long a follower may hold the ring full without progress; default 10,000 ms. See {@link OnFailure}.
         */
        public final B followerTimeoutMs(final int ms) {
            this.followerTimeoutMs = ms;
            return self();
        }

        /**
         * Checks the whole state after every so many commands, also during recovery: everything that an
         * {@link AuditQuery} checks. The exchange stops at the first fault and reports it. Each check walks over all
         * users, orders and levels, so use it to find faults only. Default 0, never.
         */
        public final B validateEvery(final int commands) {
            this.validateEvery = commands;
            return self();
        }

        /** Registers a report of the application's own; default none. */
        public final B customQuery(final Class<? extends CustomQuery<?>> type) {
            customQueries.add(type);
            return self();
        }

        /**
         * The configuration of these settings.
         *
         * @throws IllegalArgumentException naming the setting, its range and its value
         */
        protected final ExchangeConfig toConfig() {
            return new ExchangeConfig(
                    ringSize,
                    eventRingSize,
                    singleProducer,
                    topology,
                    delivery,
                    idleStrategy,
                    idleStrategies,
                    orderBookType,
                    orderBookTypes,
                    marginTrading,
                    resetAllowed,
                    journal,
                    mustExist,
                    ackMode,
                    compression,
                    forceIntervalMs,
                    blockBytes,
                    queryTimeoutMs,
                    closeTimeoutMs,
                    followerTimeoutMs,
                    validateEvery,
                    snapshots,
                    automaticTicks,
                    customQueries);
        }
    }

    /** Collects the settings. Used by one thread. */
    public static final class Builder extends Settings<Builder> {

        private Builder() {}

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * The configuration.
         *
         * @throws IllegalArgumentException naming the setting, its range and its value
         */
        public ExchangeConfig build() {
            return toConfig();
        }
    }
}
