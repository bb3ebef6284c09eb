package io.daybook.perf.http;

import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Measures requests over HTTP: signed orders over 64 connections and over one, and public reads. Each connection has
 * one unanswered request at a time. One thread sends and reads all of them through bare sockets; the server is in the
 * same virtual machine, and forces its journal before it answers.
 */
public final class HttpRun {
    private static final int CONNECTIONS = 64;
    private static final int SECONDS = 10;
    private static final double NS_PER_MS = 1e6;
    private static final long MAX_NS = TimeUnit.SECONDS.toNanos(30);

    private HttpRun() {}

    public static void main(final String[] args) throws IOException, InterruptedException {
        final PrintStream out = System.out;
        Machine.print(out);
        final int connections = PerfProperties.number("connections", CONNECTIONS);
        try (LocalServer server = LocalServer.start()) {
            final String[] anna = server.key(301, "hmac");
            final String[] bert = server.key(302, "hmac");
            final String run = Long.toString(System.nanoTime(), Character.MAX_RADIX);
            measure(
                    out,
                    server,
                    "signed orders, " + connections + " connections",
                    connections,
                    i -> Requests.signedOrders(run + "-" + i, "BTC-EUR", i % 2 == 0 ? anna : bert));
            measure(
                    out,
                    server,
                    "signed orders, one connection",
                    1,
                    i -> Requests.signedOrders(run + "-one", "BTC-EUR", anna));
            measure(
                    out,
                    server,
                    "GET /v1/book/BTC-EUR, " + connections + " connections",
                    connections,
                    i -> Requests.get("/v1/book/BTC-EUR?depth=20"));
            measure(
                    out,
                    server,
                    "GET /v1/ticker/BTC-EUR, " + connections + " connections",
                    connections,
                    i -> Requests.get("/v1/ticker/BTC-EUR"));
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private static void measure(
            final PrintStream out,
            final LocalServer server,
            final String what,
            final int connections,
            final IntFunction<Supplier<byte[]>> requests)
            throws IOException {
        final Series rates = new Series();
        final Series median = new Series();
        final Series tail = new Series();
        try (Selector selector = Selector.open()) {
            final List<HttpPeer> peers = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                peers.add(HttpPeer.open(server.port(), selector, requests.apply(i)));
            }
            for (final HttpPeer peer : peers) {
                peer.send();
            }
            final int iterations = PerfProperties.iterations(5);
            for (int i = -PerfProperties.warmups(1); i < iterations; i++) {
                final Histogram times = new Histogram(MAX_NS, 3);
                final long beginNs = System.nanoTime();
                final long ns = TimeUnit.SECONDS.toNanos(PerfProperties.number("seconds", SECONDS));
                while (System.nanoTime() - beginNs < ns) {
                    answers(selector, times);
                }
                if (i >= 0) {
                    rates.add(times.getTotalCount() / (ns / (NS_PER_MS * 1_000)));
                    median.add(times.getValueAtPercentile(50) / NS_PER_MS);
                    tail.add(times.getValueAtPercentile(99) / NS_PER_MS);
                }
            }
            int failures = 0;
            for (final HttpPeer peer : peers) {
                failures += peer.failures();
                peer.close();
            }
            out.printf(
                    Locale.ROOT,
                    "RESULT     %s: median %,.0f a second (%,.0f to %,.0f), p50 %.2f ms, p99 %.2f ms; not 2xx: %d%n",
                    what,
                    rates.median(),
                    rates.min(),
                    rates.max(),
                    median.median(),
                    tail.median(),
                    failures);
        }
    }

    private static void answers(final Selector selector, final Histogram times) throws IOException {
        selector.select(100);
        for (final SelectionKey key : selector.selectedKeys()) {
            final HttpPeer peer = (HttpPeer) key.attachment();
            final long ns = peer.read();
            if (ns >= 0) {
                times.recordValue(Math.min(ns, MAX_NS));
                peer.send();
            }
        }
        selector.selectedKeys().clear();
    }
}
