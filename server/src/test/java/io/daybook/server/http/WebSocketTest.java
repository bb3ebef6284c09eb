package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Clock;
import io.daybook.host.VenueTime;
import io.daybook.server.api.HealthRoutes;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Waiting;
import io.daybook.server.config.Offer;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.identity.Authenticator;
import io.daybook.server.identity.BrowserSessions;
import io.daybook.server.identity.Caller;
import io.daybook.server.identity.KeyKind;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.Role;
import io.daybook.server.metrics.ServerMetrics;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.spot.SpotDialect;
import io.daybook.server.stream.LatestSubscription;
import io.daybook.server.stream.LatestTopic;
import io.daybook.server.stream.NativeProtocol;
import io.daybook.server.stream.StreamObserver;
import io.daybook.server.stream.Streams;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A WebSocket whose peer decides when a frame has left, and when the peer is gone. */
class WebSocketTest {
    private static final SocketAddress PEER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);
    private static final String STATUS = "{\"op\":\"subscribe\",\"channels\":[\"status\"]}";
    private static final String NO_STATUS = "{\"op\":\"unsubscribe\",\"channels\":[\"status\"]}";
    private static final long PATIENCE_S = 60;

    @TempDir
    private Path folder;

    private final Peer peer = new Peer();
    private final Heard heard = new Heard();
    private final LateClock clock = new LateClock();
    private final Messages messages = new Messages();
    private Authenticator authenticator;
    private Exchange exchange;
    private Waiting waiting;
    private Streams streams;
    private EmbeddedChannel channel;

    /** The peer's window: written frames stay here until a test takes them. */
    private static final class Peer extends ChannelOutboundHandlerAdapter {
        private final ArrayDeque<ChannelPromise> unsent = new ArrayDeque<>();
        private final List<String> written = new ArrayList<>();
        private boolean isGone;

        @Override
        public void write(final ChannelHandlerContext context, final Object message, final ChannelPromise promise) {
            final ByteBuf bytes = (ByteBuf) message;
            written.add(bytes.toString(StandardCharsets.UTF_8));
            bytes.release();
            if (isGone) { // as with a network, only a write shows that the peer is gone
                context.channel().close();
                promise.setFailure(new IOException("the peer is gone"));
            } else {
                unsent.add(promise);
            }
        }
    }

    /** Counts the subscriptions of each kind of channel. */
    private static final class Heard implements StreamObserver {
        private final Map<String, Integer> count = new HashMap<>();

        @Override
        public void onSubscribed(final String kind, final int change) {
            count.merge(kind, change, Integer::sum);
        }

        @Override
        public void onMessage(final String kind) {}

        @Override
        public void onConflated() {}

        @Override
        public void onSlowClosed() {}
    }

    /** A clock that a slow task moves forward. */
    private static final class LateClock extends Clock {
        private final Clock system = Clock.system();
        private volatile long lateNs;

        @Override
        public long nanoTime() {
            return system.nanoTime() + lateNs;
        }

        @Override
        public long epochMillis() {
            return system.epochMillis();
        }
    }

    /** A protocol that answers each message, and calls the test back. */
    private static final class Messages implements SocketProtocol {
        private final List<String> taken = new ArrayList<>();
        private CompletableFuture<?> begun = CompletableFuture.completedFuture(null);
        private boolean isClosed;
        private WebSocket socket;

        @Override
        public boolean takes(final String path) {
            return path.equals("/messages");
        }

        @Override
        public Session open(final WebSocket opened, final RawRequest request, final Caller caller) {
            socket = opened;
            return new Session() {
                @Override
                public CompletionStage<?> begin() {
                    return begun;
                }

                @Override
                public void onText(final String text) {
                    taken.add(text);
                    opened.reply(TextFrame.of(text));
                }

                @Override
                public void onClosed() {
                    isClosed = true;
                }
            };
        }
    }

    private static final class Well implements HealthRoutes.Health {
        @Override
        public boolean isLive() {
            return true;
        }

        @Override
        public String notReady() {
            return "";
        }

        @Override
        public CompletionStage<Void> look() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public List<String> degraded() {
            return List.of();
        }
    }

    @BeforeEach
    void open() {
        authenticator = new Authenticator(KeyStore.open(folder, null, true), Clock.system());
        exchange = DaybookExchange.builder().journal(folder.resolve("data")).start();
        waiting = new Waiting(exchange);
        final OrdersBook orders = new OrdersBook();
        final MarketHistory history = new MarketHistory();
        streams = new Streams(orders, history, clock, heard);
        final Dispatcher dispatcher = new Dispatcher(
                new SwitchedRouter(new Router()),
                authenticator,
                new Limiter(Clock.system(), 100, 100),
                true,
                List.of(),
                List.of(),
                new ServerMetrics(),
                new SpotDialect(authenticator, Clock.system()),
                new Cookies(new BrowserSessions(authenticator, Clock.system()), false),
                Clock.system());
        final SocketRoutes sockets = new SocketRoutes();
        sockets.to(List.of(
                messages,
                new NativeProtocol(
                        streams,
                        exchange,
                        new Markets(exchange, List.of(), streams, Runnable::run, Clock.system()),
                        Offer.ALL,
                        history,
                        orders,
                        waiting,
                        new Well(),
                        dispatcher,
                        VenueTime.of(Clock.system()))));
        final Deadlines deadlines = new Deadlines();
        channel =
                new EmbeddedChannel(
                        peer,
                        deadlines,
                        new HttpServerCodec(),
                        new HttpObjectAggregator(HttpServer.MAX_BODY, true),
                        new HttpConnection(dispatcher, new Proxies(List.of()), sockets, deadlines)) {
                    @Override
                    protected SocketAddress remoteAddress0() {
                        return PEER;
                    }
                };
        channel.freezeTime();
    }

    @AfterEach
    void close() {
        channel.close();
        streams.close();
        waiting.close();
        exchange.close();
        authenticator.close();
    }

    private void connect(final String path) {
        connect(path, "");
    }

    private void connect(final String path, final String header) {
        channel.writeInbound(bytes("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n" + header
                + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"));
    }

    private void open(final String path) {
        connect(path);
        take();
    }

    private static ByteBuf bytes(final String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    /** Frames of text under a mask of zeros, in one packet. */
    private void send(final String... texts) {
        final ByteBuf packet = Unpooled.buffer();
        for (final String text : texts) {
            packet.writeByte(0x81).writeByte(0x80 | text.length()).writeInt(0);
            packet.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        }
        channel.writeInbound(packet);
    }

    /** Sends an unrequested pong, which shows that the peer is there. */
    private void pong() {
        channel.writeInbound(Unpooled.buffer().writeByte(0x8A).writeByte(0x80).writeInt(0));
    }

    private void take() {
        while (!peer.unsent.isEmpty()) {
            peer.unsent.remove().setSuccess();
            channel.runPendingTasks();
        }
    }

    private void advance(final long seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void shouldCloseASocketWhosePeerTakesNoHandshake() {
        connect("/messages");
        advance(9);
        assertTrue(channel.isActive());
        advance(1);
        assertFalse(channel.isActive());
    }

    /** From the answer on, the peer relies on the session, so the answer waits until the session has begun. */
    @Test
    void shouldAnswerOnceItsSessionHasBegun() {
        messages.begun = new CompletableFuture<>();
        connect("/messages");
        assertFalse(messages.socket.isDrained(), "the answer must wait until the session has begun");
        assertEquals(List.of(), peer.written);
        messages.begun.complete(null);
        channel.runPendingTasks();
        assertEquals(1, peer.written.size());
        assertTrue(peer.written.get(0).startsWith("HTTP/1.1 101"), peer.written.get(0));
        take();
        assertTrue(messages.socket.isDrained());
        send("hello");
        assertEquals(List.of("hello"), messages.taken);
    }

    @Test
    void shouldRefuseASocketWhoseKeyEndsBeforeItHasBegun() {
        messages.begun = new CompletableFuture<>();
        final KeyStore.Fresh key =
                authenticator.add("anna", KeyKind.BEARER, EnumSet.of(Role.VIEWER), List.of(), List.of(), 0, null);
        connect("/messages", "Authorization: Bearer " + key.secret() + "\r\n");
        assertTrue(authenticator.end(key.key().number()));
        messages.begun.complete(null);
        channel.runPendingTasks();
        assertTrue(peer.written.get(0).startsWith("HTTP/1.1 401"), peer.written.get(0));
        take();
        assertTrue(messages.isClosed);
    }

    @Test
    void shouldEndASessionWhosePeerGoesBeforeItHasBegun() {
        messages.begun = new CompletableFuture<>();
        connect("/messages");
        assertFalse(messages.isClosed);
        channel.close();
        assertTrue(messages.isClosed);
        messages.begun.complete(null);
        channel.runPendingTasks();
        assertEquals(List.of(), peer.written);
    }

    @Test
    void shouldKeepASocketWhosePeerTookTheHandshakeLate() {
        connect("/messages");
        advance(5);
        take();
        for (int i = 0; i < 10; i++) {
            advance(10);
            pong();
            take();
        }
        assertTrue(channel.isActive());
        send("hello");
        assertEquals(List.of("hello"), messages.taken);
    }

    @Test
    void shouldCloseASocketWhosePeerIsSilentForAMinute() {
        open("/messages");
        for (int i = 0; i < 3; i++) {
            advance(20);
            assertEquals(1, peer.unsent.size(), "a ping is due after " + 20 * (i + 1) + " s");
            take();
        }
        assertTrue(channel.isActive());
        advance(20);
        assertFalse(channel.isActive());
    }

    @Test
    void shouldHearNothingWhereTheAnswerFindsNobody() {
        open(NativeProtocol.PATH);
        peer.isGone = true;
        send(STATUS);
        assertFalse(channel.isActive());
        assertEquals(0, heard.count.getOrDefault("status", 0), "a subscription must not outlive its connection");
    }

    @Test
    void shouldTakeNothingBehindTheEnd() {
        open("/messages");
        peer.isGone = true;
        send("one", "two");
        assertFalse(channel.isActive());
        assertEquals(List.of("one"), messages.taken);
    }

    @Test
    void shouldTellNothingOfAChannelBehindItsEnd() throws Exception {
        open(NativeProtocol.PATH);
        send(STATUS);
        send(NO_STATUS);
        take();
        final List<String> before = List.copyOf(peer.written);
        assertTrue(before.get(before.size() - 1).contains("unsubscribed"), before::toString);
        final CountDownLatch greeted = new CountDownLatch(1);
        assertTrue(streams.run(greeted::countDown));
        streams.start(() -> {});
        assertTrue(greeted.await(PATIENCE_S, TimeUnit.SECONDS));
        channel.runPendingTasks();
        assertEquals(before, peer.written);
    }

    @Test
    void shouldDoWhatItIsAskedAlsoWhereEachTickTakesTooLong() throws Exception {
        open("/messages");
        final CountDownLatch ticks = new CountDownLatch(4);
        final LatestTopic slow = streams.latest("slow", "slow", 1, () -> new LatestTopic.Source() {
            @Override
            public List<TextFrame> changed() {
                clock.lateNs += 2 * Streams.TICK_NS;
                ticks.countDown();
                return List.of();
            }

            @Override
            public List<TextFrame> whole() {
                return List.of();
            }
        });
        new LatestSubscription(messages.socket, slow).start();
        streams.start(() -> {});
        assertTrue(ticks.await(PATIENCE_S, TimeUnit.SECONDS));
        final CountDownLatch done = new CountDownLatch(1);
        assertTrue(streams.run(done::countDown));
        assertTrue(done.await(PATIENCE_S, TimeUnit.SECONDS));
    }
}
