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
import org.HdrHistogram.Histogram;

/**
 * Sends the changes of one book to 1,000 subscribers, at 500 orders a second. No connection may be closed, no
 * subscriber may miss a change, and the result is the age of a change on arrival. The run measures {@code book}, whose
 * changes are merged over 50 ms, and {@code book.raw}, where 100 of the orders a second change the book and the others
 * change another book, so that each subscriber gets 100 messages a second. Both run without and with subscribers that
 * never read. Client and server are in one virtual machine.
 */
public final class StreamRun {
    private static final int SUBSCRIBERS = 1_000;
    private static final int ORDERS_PER_SECOND = 500;
    private static final int RAW_PER_SECOND = 100;
    private static final int STALLED = 10;
    private static final int SECONDS = 10;
    private static final long MAX_MICROS = TimeUnit.SECONDS.toMicros(60);
    private static final double MICROS_PER_MS = 1e3;

    private final PrintStream out;
    private final LocalServer server;
    private final Selector selector = Selector.open();
    private final Histogram micros = new Histogram(MAX_MICROS, 3);
    private final List<StreamPeer> peers = new ArrayList<>();
    private final List<HttpPeer> senders = new ArrayList<>();
    private long sent;

    private StreamRun(final PrintStream out, final LocalServer server) throws IOException {
        this.out = out;
        this.server = server;
    }

    public static void main(final String[] args) throws IOException, InterruptedException {
        final PrintStream out = System.out;
        Machine.print(out);
        for (final String channel : List.of("book:BTC-EUR", "book.raw:BTC-EUR")) {
            for (final int stalled : new int[] {0, PerfProperties.number("stalled", STALLED)}) {
                try (LocalServer server = LocalServer.start()) {
                    new StreamRun(out, server).run(channel, stalled);
                }
            }
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private void run(final String channel, final int stalled) throws IOException, InterruptedException {
        final int subscribers = PerfProperties.number("subscribers", SUBSCRIBERS);
        final String subscription = "{\"op\":\"subscribe\",\"channels\":[\"" + channel + "\"]}";
        for (int i = 0; i < subscribers; i++) {
            peers.add(StreamPeer.open(server.port(), subscription, selector, micros, true));
        }
        for (int i = 0; i < stalled; i++) {
            peers.add(StreamPeer.open(server.port(), subscription, selector, micros, false));
        }
        final boolean isRaw = channel.startsWith("book.raw");
        final String token = server.key(301, "bearer")[1];
        senders.add(HttpPeer.open(server.port(), selector, Requests.orders("b", "BTC-EUR", token)));
        senders.add(HttpPeer.open(server.port(), selector, Requests.orders("e", isRaw ? "ETH-EUR" : "BTC-EUR", token)));
        final int[] rates = {
            isRaw ? RAW_PER_SECOND : ORDERS_PER_SECOND / 2,
            isRaw ? ORDERS_PER_SECOND - RAW_PER_SECOND : ORDERS_PER_SECOND / 2
        };
        final Series medians = new Series();
        final Series tails = new Series();
        final Series worst = new Series();
        final Series each = new Series();
        final Series orders = new Series();
        final int iterations = PerfProperties.iterations(5);
        final int seconds = PerfProperties.number("seconds", SECONDS);
        for (int i = -PerfProperties.warmups(1); i < iterations; i++) {
            micros.reset();
            sent = 0;
            peers.forEach(StreamPeer::takeMessages);
            drive(rates, seconds);
            if (i >= 0) {
                medians.add(micros.getValueAtPercentile(50) / MICROS_PER_MS);
                tails.add(micros.getValueAtPercentile(99) / MICROS_PER_MS);
                worst.add(micros.getMaxValue() / MICROS_PER_MS);
                each.add((double) micros.getTotalCount() / subscribers / seconds);
                orders.add((double) sent / seconds);
            }
        }
        out.printf(
                Locale.ROOT,
                "RESULT     %s, %,d subscribers, %d that never read: %.0f orders/s, %.1f messages/s each; p50 %.1f ms,"
                        + " p99 %.1f ms (%.1f to %.1f), max %.1f ms; closed %d, gaps %d%n",
                channel,
                subscribers,
                stalled,
                orders.median(),
                each.median(),
                medians.median(),
                tails.median(),
                tails.min(),
                tails.max(),
                worst.max(),
                peers.stream().filter(StreamPeer::isClosed).count(),
                peers.stream().mapToLong(StreamPeer::gaps).sum());
        for (final StreamPeer peer : peers) {
            peer.close();
        }
        for (final HttpPeer sender : senders) {
            sender.close();
        }
        selector.close();
    }

    /** Sends orders in step with the clock for some seconds, and reads the messages meanwhile. */
    private void drive(final int[] rates, final int seconds) throws IOException {
        final long beginNs = System.nanoTime();
        final long endNs = TimeUnit.SECONDS.toNanos(seconds);
        final long[] sentBy = new long[rates.length];
        final boolean[] isFree = {true, true};
        while (true) {
            final long ns = System.nanoTime() - beginNs;
            for (int i = 0; i < rates.length; i++) {
                if (ns < endNs && isFree[i] && sentBy[i] * TimeUnit.SECONDS.toNanos(1) / rates[i] <= ns) {
                    senders.get(i).send();
                    sentBy[i]++;
                    sent++;
                    isFree[i] = false;
                }
            }
            if (ns >= endNs && isFree[0] && isFree[1]) {
                return;
            }
            selector.select(1);
            for (final SelectionKey key : selector.selectedKeys()) {
                if (key.attachment() instanceof StreamPeer peer) {
                    peer.read();
                } else {
                    final HttpPeer sender = (HttpPeer) key.attachment();
                    if (sender.read() >= 0) {
                        isFree[senders.indexOf(sender)] = true;
                    }
                }
            }
            selector.selectedKeys().clear();
        }
    }
}
