package io.daybook.server.metrics;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerMetrics;
import io.daybook.api.ResultCode;
import io.daybook.server.http.HttpObserver;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of a server, in base units, under names that begin with {@code daybook_}. No user, key or client id is in
 * a label. Any thread.
 */
public final class ServerMetrics implements HttpObserver, AutoCloseable {
    /** The type of what {@link #scrape} gives. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final double NS = 1e-9;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicInteger connections = new AtomicInteger();
    private final JvmGcMetrics gc = new JvmGcMetrics();

    /** Of a JVM, and of HTTP. */
    public ServerMetrics() {
        Gauge.builder("daybook.http.connections", connections, AtomicInteger::get)
                .register(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        gc.bindTo(registry);
    }

    /**
     * Of an exchange, from now on.
     *
     * @param data its folder
     * @param followers names of those whose place is told
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
        counter(exchange, "daybook.commands", ExchangeMetrics::carriedOut);
        counter(exchange, "daybook.speculation.waits", ExchangeMetrics::speculationsThatWaited);
        counter(exchange, "daybook.listener.errors", ExchangeMetrics::listenerErrors);
        counter(exchange, "daybook.journal.forces", ExchangeMetrics::forces);
        counter(exchange, "daybook.journal.force.seconds", metrics -> metrics.forceTimeNs() * NS);
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
        Gauge.builder(
                        "daybook.recovery.seconds",
                        exchange,
                        one -> one.recovery().elapsedNs() * NS)
                .register(registry);
        Gauge.builder("daybook.disk.free.bytes", data.toFile(), File::getUsableSpace)
                .register(registry);
    }

    /** All of it, as Prometheus reads it. */
    public String scrape() {
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
