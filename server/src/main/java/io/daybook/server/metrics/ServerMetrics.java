package io.daybook.server.metrics;

import io.daybook.api.CommandType;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerMetrics;
import io.daybook.api.ResultCode;
import io.daybook.api.RetentionMark;
import io.daybook.host.Clock;
import io.daybook.server.hops.TimedCommands;
import io.daybook.server.http.HttpObserver;
import io.daybook.server.stream.StreamObserver;
import io.daybook.wire.hops.HopSpan;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a server, in base units, under names that begin with {@code daybook_}. No user, key or client id is in
 * a label. Any thread.
 */
public final class ServerMetrics implements HttpObserver, StreamObserver, AutoCloseable {
    /** The content type of {@link #scrape}. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** The largest number of timed commands that one scrape counts. */
    static final int MOST_COMMANDS = 4_096;

    private static final double NS = 1e-9;

    /** Buckets from 1 µs to 1 s, three for each factor of ten. */
    private static final Duration[] STEPS = steps();

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicInteger connections = new AtomicInteger();
    private final Map<String, AtomicInteger> subscriptions = new ConcurrentHashMap<>();
    private final Map<String, Counter> messages = new ConcurrentHashMap<>();
    private final Counter conflated;
    private final Counter slowClosed;
    private volatile @Nullable Timed timed;
    private volatile @Nullable SymbolMetrics symbols;
    private final JvmGcMetrics gc = new JvmGcMetrics();

    /** The metrics of a JVM, and of HTTP. */
    public ServerMetrics() {
        registry.config().meterFilter(new MetricTexts()); // set before any meter is made
        conflated = registry.counter("daybook.ws.conflated");
        slowClosed = registry.counter("daybook.ws.slow.closed");
        Gauge.builder("daybook.http.connections", connections, AtomicInteger::get)
                .register(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        final String version = ServerMetrics.class.getPackage().getImplementationVersion();
        Gauge.builder("daybook.build.info", () -> 1)
                .tag("version", version == null ? "unpackaged" : version)
                .tag("jdk", Runtime.version().toString())
                .register(registry);
        gc.bindTo(registry);
    }

    private static Duration[] steps() {
        final List<Duration> steps = new ArrayList<>();
        for (long ns = 1_000; ns < 1_000_000_000; ns *= 10) {
            steps.add(Duration.ofNanos(ns));
            steps.add(Duration.ofNanos(2 * ns));
            steps.add(Duration.ofNanos(5 * ns));
        }
        steps.add(Duration.ofSeconds(1));
        return steps.toArray(new Duration[0]);
    }

    /**
     * Adds the metrics of an exchange.
     *
     * @param data the folder of the exchange
     * @param followers the names of the followers whose position is reported. The bytes that are kept for followers are
     *     also reported for detached ones that have a mark in the folder
     */
    public void exchange(final Exchange exchange, final Path data, final List<String> followers) {
        for (final ExchangeState state : ExchangeState.values()) {
            Gauge.builder("daybook.exchange.state", exchange, one -> one.state() == state ? 1 : 0)
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        gauge(exchange, "daybook.seq", ExchangeMetrics::deliveredSeq);
        gauge(exchange, "daybook.ring.size.slots", ExchangeMetrics::ringSize);
        gauge(exchange, "daybook.ring.fill.slots", ExchangeMetrics::ringFill);
        gauge(exchange, "daybook.journal.written.seq", ExchangeMetrics::journalWrittenSeq);
        gauge(exchange, "daybook.journal.forced.seq", ExchangeMetrics::journalForcedSeq);
        gauge(exchange, "daybook.journal.lag.commands", ExchangeMetrics::journalLag);
        counter(exchange, "daybook.speculation.waits", ExchangeMetrics::speculationsThatWaited);
        counter(exchange, "daybook.listener.errors", ExchangeMetrics::listenerErrors);
        FunctionTimer.builder(
                        "daybook.journal.force",
                        exchange,
                        one -> one.metrics().forces(),
                        one -> one.metrics().forceTimeNs(),
                        TimeUnit.NANOSECONDS)
                .register(registry);
        for (final ResultCode code : ResultCode.values()) {
            if (code != ResultCode.SUCCESS) {
                FunctionCounter.builder("daybook.refusals", exchange, one -> one.metrics()
                                .refused()
                                .getOrDefault(code, 0L))
                        .tag("code", code.name())
                        .register(registry);
            }
        }
        for (final String name : followers) {
            follower(exchange, name, "daybook.follower.seq", FollowerMetrics::seq);
            follower(exchange, name, "daybook.follower.events.behind", FollowerMetrics::eventsBehind);
        }
        final Set<String> known = new TreeSet<>(followers);
        exchange.metrics().followerMarks().forEach(mark -> known.add(mark.name()));
        for (final String name : known) {
            Gauge.builder("daybook.follower.held.bytes", exchange, one -> one.metrics().followerMarks().stream()
                            .filter(mark -> mark.name().equals(name))
                            .mapToLong(RetentionMark::heldBytes)
                            .sum())
                    .tag("follower", name)
                    .register(registry);
        }
        Gauge.builder(
                        "daybook.recovery.seconds",
                        exchange,
                        one -> one.recovery().elapsedNs() * NS)
                .register(registry);
        Gauge.builder("daybook.disk.free.bytes", data.toFile(), File::getUsableSpace)
                .strongReference(true) // nothing else holds the file, and the gauge of a collected file is NaN
                .register(registry);
    }

    /**
     * Adds the metrics of a venue that are not those of its exchange.
     *
     * @param counts the counters of the venue
     * @param ordersLive the live orders of each symbol; null if they are not counted
     * @param names the names of symbols
     * @param data the folder with the measured files
     */
    public void venue(
            final VenueCounts counts,
            final @Nullable Supplier<Map<Integer, Integer>> ordersLive,
            final IntFunction<String> names,
            final Path data,
            final Clock clock) {
        for (final CommandType type : CommandType.values()) {
            if (!type.isQuery()) {
                FunctionCounter.builder("daybook.commands", counts, one -> one.commands(type))
                        .tag("type", type.name())
                        .register(registry);
            }
        }
        FunctionCounter.builder("daybook.snapshot.failures", counts, VenueCounts::snapshotFailures)
                .register(registry);
        snapshot(counts, "daybook.snapshot.last.seq", VenueCounts.Snapshot::seq);
        snapshot(counts, "daybook.snapshot.bytes", VenueCounts.Snapshot::bytes);
        snapshot(counts, "daybook.snapshot.age.seconds", last -> (clock.epochNs() - last.timeNs()) * NS);
        Gauge.builder("daybook.journal.segments", data, folder -> FolderSizes.journal(folder)
                        .segments())
                .strongReference(true)
                .register(registry);
        Gauge.builder("daybook.journal.bytes", data, folder -> FolderSizes.journal(folder)
                        .bytes())
                .strongReference(true)
                .register(registry);
        symbols = new SymbolMetrics(registry, counts::trades, ordersLive, names);
    }

    private void snapshot(
            final VenueCounts counts, final String name, final ToDoubleFunction<VenueCounts.Snapshot> value) {
        Gauge.builder(name, counts, one -> {
                    final VenueCounts.Snapshot last = one.lastSnapshot();
                    return last == null ? Double.NaN : value.applyAsDouble(last);
                })
                .strongReference(true)
                .register(registry);
    }

    /**
     * Adds the position of the market's history.
     *
     * @param lagNs the delay of the history, ns
     */
    public void history(final LongSupplier seq, final LongSupplier lagNs) {
        Gauge.builder("daybook.history.seq", seq, LongSupplier::getAsLong)
                .strongReference(true)
                .register(registry);
        Gauge.builder("daybook.history.lag.seconds", lagNs, behind -> behind.getAsLong() * NS)
                .strongReference(true)
                .register(registry);
    }

    /**
     * Timed commands with the timers of their steps. The timers are kept, because finding a timer costs more than
     * counting.
     */
    private record Timed(TimedCommands commands, Map<HopSpan, Timer> timers) {}

    /** Adds the times of timed commands. */
    public void commands(final TimedCommands commands) {
        final Map<HopSpan, Timer> timers = new HashMap<>();
        TimedCommands.SPANS.forEach(
                span -> timers.put(span, timer(Timer.builder("daybook.hop").tag("hop", span.name()))));
        timers.put(TimedCommands.COMMAND, timer(Timer.builder("daybook.command")));
        timed = new Timed(commands, Map.copyOf(timers));
    }

    private Timer timer(final Timer.Builder builder) {
        return builder.serviceLevelObjectives(STEPS).register(registry);
    }

    private void countCommands() {
        final Timed counted = timed;
        if (counted != null) {
            counted.commands.forEachNew(MOST_COMMANDS, (span, ns) -> {
                final Timer timer = counted.timers.get(span);
                if (timer != null) {
                    timer.record(ns, TimeUnit.NANOSECONDS);
                }
            });
        }
    }

    /** All metrics, in the format of Prometheus. Not called on an event loop. */
    public String scrape() {
        countCommands();
        final SymbolMetrics found = symbols;
        if (found != null) {
            found.look();
        }
        return registry.scrape();
    }

    @Override
    public void onRequest(final String route, final String method, final int status, final long ns) {
        Timer.builder("daybook.http.request")
                .tag("route", route)
                .tag("method", method)
                .tag("status", Integer.toString(status))
                .serviceLevelObjectives(
                        Duration.ofNanos(100_000),
                        Duration.ofMillis(1),
                        Duration.ofMillis(5),
                        Duration.ofMillis(25),
                        Duration.ofMillis(100),
                        Duration.ofSeconds(1))
                .register(registry)
                .record(ns, TimeUnit.NANOSECONDS);
    }

    @Override
    public void onAuthenticationFailed(final String reason) {
        registry.counter("daybook.auth.failures", "reason", reason).increment();
    }

    @Override
    public void onConnections(final int open) {
        connections.set(open);
    }

    @Override
    public void onLimited(final String kind) {
        registry.counter("daybook.http.limited", "kind", kind).increment();
    }

    /**
     * Adds the number of a door's sessions in a state.
     *
     * @param count called on any thread; must not wait
     */
    public void sessions(final String door, final String state, final IntSupplier count) {
        Gauge.builder("daybook.sessions", count, IntSupplier::getAsInt)
                .tag("door", door)
                .tag("state", state)
                .strongReference(true)
                .register(registry);
    }

    /** Adds the number of open WebSockets. */
    public void sockets(final IntSupplier count) {
        Gauge.builder("daybook.ws.connections", count, IntSupplier::getAsInt)
                .strongReference(true)
                .register(registry);
    }

    @Override
    public void onSubscribed(final String kind, final int change) {
        subscriptions
                .computeIfAbsent(kind, unused -> {
                    final AtomicInteger open = new AtomicInteger();
                    Gauge.builder("daybook.ws.subscriptions", open, AtomicInteger::get)
                            .tag("channel", kind)
                            .register(registry);
                    return open;
                })
                .addAndGet(change);
    }

    @Override
    public void onMessage(final String kind) {
        messages.computeIfAbsent(kind, unused -> registry.counter("daybook.ws.messages", "channel", kind))
                .increment();
    }

    @Override
    public void onConflated() {
        conflated.increment();
    }

    @Override
    public void onSlowClosed() {
        slowClosed.increment();
    }

    @Override
    public void close() {
        gc.close();
        registry.close();
    }

    private void gauge(final Exchange exchange, final String name, final ToDoubleFunction<ExchangeMetrics> value) {
        Gauge.builder(name, exchange, one -> value.applyAsDouble(one.metrics())).register(registry);
    }

    private void counter(final Exchange exchange, final String name, final ToDoubleFunction<ExchangeMetrics> value) {
        FunctionCounter.builder(name, exchange, one -> value.applyAsDouble(one.metrics()))
                .register(registry);
    }

    private void follower(
            final Exchange exchange,
            final String follower,
            final String name,
            final ToDoubleFunction<FollowerMetrics> value) {
        Gauge.builder(name, exchange, one -> one.metrics().followers().stream()
                        .filter(metrics -> metrics.name().equals(follower))
                        .mapToDouble(value)
                        .findFirst()
                        .orElse(0))
                .tag("follower", follower)
                .register(registry);
    }
}
