package io.daybook.server.http;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.venue.MutatedRequests;
import io.daybook.venue.ServedVenue;
import io.daybook.venue.spot.SpotClient;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends {@link MutatedRequests} through all parts of a connection except its socket: parser, limits, keys, routes, the
 * exchange, and the writing of answers. No request may cause a fault of the server. {@code -Ddaybook.mutatedBytes} sets
 * their number.
 */
@Proves(value = "no mutated request from parser to answer gives a 500", normal = "4,000", large = "10,000,000")
class MutatedBytesTest {
    private static final int FAULT = 500;
    private static final int BATCH = 16;
    private static final int CONNECTIONS = 64;
    private static final long PROGRESS = 1_000_000;
    private static final Proxies NO_PROXIES = new Proxies(List.of());

    @TempDir
    private Path folder;

    /** The tasks that threads of the exchange leave for the thread that writes answers, which is this one. */
    private final Queue<Runnable> loop = new ConcurrentLinkedQueue<>();

    private final Map<Integer, Long> counts = new TreeMap<>();
    private String seed = "";
    private long answered;

    @Test
    void shouldNeverFailItselfWhateverIsSent() throws Exception {
        final long number = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        seed = "seed=" + number;
        System.out.println(seed);
        final long wanted = Long.getLong(
                "daybook.mutatedBytes",
                Boolean.getBoolean("daybook.long") ? 10_000_000 : Boolean.getBoolean("daybook.quick") ? 1_000 : 4_000);
        final SplittableRandom dice = new SplittableRandom(number);
        try (ServedVenue venue = ServedVenue.start(
                folder, "lossOnPowerFailure=true", "exchange.ackMode=write", "http.orderTimeoutMs=60000")) {
            final MutatedRequests requests = SpotClient.mutated(venue, dice);
            final List<Peer> peers = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                peers.add(new Peer(venue.http().dispatcher(), requests));
            }
            while (answered < wanted) {
                peers.forEach(Peer::work);
                for (Runnable task = loop.poll(); task != null; task = loop.poll()) {
                    task.run();
                }
            }
            peers.forEach(Peer::close);
            assertEquals("ok", member(ok(venue.get("", "/healthz")), "status"), seed);
        }
        System.out.println("mutated requests answered: " + answered + ", by status: " + counts);
        assertTrue(counts.getOrDefault(201, 0L) > 0 && counts.getOrDefault(200, 0L) > 0, "some succeed: " + counts);
    }

    private void count(final Response response) {
        assertTrue(response.status() != FAULT, () -> seed + " " + new String(response.body(), StandardCharsets.UTF_8));
        counts.merge(response.status(), 1L, Long::sum);
        answered++;
        if (answered % PROGRESS == 0) {
            System.out.println(answered + " " + counts);
        }
    }

    /**
     * A connection without a socket, followed by the next one after its end. It handles one request at a time, in the
     * order of reading.
     */
    private final class Peer {
        private final Dispatcher dispatcher;
        private final MutatedRequests requests;
        private EmbeddedChannel channel = new EmbeddedChannel();
        private @Nullable CompletableFuture<Response> answer;

        Peer(final Dispatcher dispatcher, final MutatedRequests requests) {
            this.dispatcher = dispatcher;
            this.requests = requests;
        }

        void work() {
            final CompletableFuture<Response> waiting = answer;
            if (waiting != null && !waiting.isDone()) {
                return;
            }
            if (waiting != null) {
                answer = null;
                tell(waiting.join());
            }
            final FullHttpRequest request = channel.readInbound();
            if (request == null) {
                close();
                channel = new EmbeddedChannel();
                HttpServer.read(channel.pipeline());
                for (int i = 0; i < BATCH; i++) {
                    channel.writeInbound(Unpooled.wrappedBuffer(requests.next(i == BATCH - 1)));
                }
                return;
            }
            try {
                ask(request);
            } finally {
                request.release();
            }
        }

        private void ask(final FullHttpRequest request) {
            if (request.decoderResult().isFailure()) {
                tell(HttpConnection.refusal(request.decoderResult().cause()));
                return;
            }
            final RawRequest raw = HttpConnection.raw(request, InetAddress.getLoopbackAddress(), NO_PROXIES);
            answer = dispatcher.answer(raw, loop::add).toCompletableFuture();
        }

        /** Writes an answer; throws if it cannot be written. */
        private void tell(final Response response) {
            count(response);
            channel.writeOutbound(HttpConnection.message(response, true));
            channel.releaseOutbound();
        }

        /** Closes the connection, whose last request may be incomplete. */
        void close() {
            final ChannelFuture unused = channel.close();
            channel.releaseInbound();
            channel.releaseOutbound();
        }
    }
}
