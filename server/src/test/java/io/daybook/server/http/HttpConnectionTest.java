package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Clock;
import io.daybook.server.identity.Authenticator;
import io.daybook.server.identity.BrowserSessions;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.spot.SpotDialect;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connection whose peer decides when an answer has left. */
class HttpConnectionTest {
    private static final SocketAddress PEER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);
    private static final HttpObserver NOBODY = new HttpObserver() {
        @Override
        public void onRequest(final String route, final String method, final int status, final long ns) {}

        @Override
        public void onAuthenticationFailed(final String reason) {}

        @Override
        public void onConnections(final int open) {}

        @Override
        public void onLimited(final String kind) {}
    };

    @TempDir
    private Path folder;

    private final Peer peer = new Peer();
    private final CompletableFuture<Response> slow = new CompletableFuture<>();
    private Authenticator authenticator;
    private EmbeddedChannel channel;

    /** The peer's window: written bytes stay here until a test takes them. */
    private static final class Peer extends ChannelOutboundHandlerAdapter {
        private final ArrayDeque<ChannelPromise> written = new ArrayDeque<>();

        @Override
        public void write(final ChannelHandlerContext context, final Object message, final ChannelPromise promise) {
            ReferenceCountUtil.release(message);
            written.add(promise);
        }
    }

    @BeforeEach
    void open() {
        authenticator = new Authenticator(KeyStore.open(folder, null, true), Clock.system());
        final Router router = new Router()
                .add(route("/livez", request -> Response.text(200, "text/plain", "ok")
                        .now()))
                .add(route("/slow", request -> slow));
        final Dispatcher dispatcher = new Dispatcher(
                new SwitchedRouter(router),
                authenticator,
                new Limiter(Clock.system(), 1, 1),
                true,
                List.of(),
                List.of(),
                NOBODY,
                new SpotDialect(authenticator, Clock.system()),
                new Cookies(new BrowserSessions(authenticator, Clock.system()), false),
                Clock.system());
        final Deadlines deadlines = new Deadlines();
        channel =
                new EmbeddedChannel(
                        peer,
                        deadlines,
                        new HttpConnection(dispatcher, new Proxies(List.of()), new SocketRoutes(), deadlines)) {
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
        authenticator.close();
    }

    private static Route route(final String path, final Route.Handler handler) {
        return Route.of("GET " + path, Access.PUBLIC, "A test", handler).costing(Cost.FREE);
    }

    /** Sends a request and returns its body. */
    private ByteBuf send(final String path) {
        final DefaultFullHttpRequest request =
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, path, Unpooled.buffer());
        request.headers().set(HttpHeaderNames.HOST, "localhost");
        channel.writeInbound(request);
        return request.content();
    }

    private void take() {
        peer.written.remove().setSuccess();
        channel.runPendingTasks();
    }

    private void advance(final long seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void shouldAnswerTheNextRequestOnlyWhenTheLastAnswerHasLeft() {
        for (int i = 0; i < 3; i++) {
            send("/livez");
        }
        assertEquals(1, peer.written.size());
        take();
        assertEquals(1, peer.written.size(), "the second answer must follow the first");
        take();
        assertEquals(1, peer.written.size(), "the third answer must follow the second");
        take();
        assertEquals(0, peer.written.size());
        assertTrue(channel.isActive());
    }

    @Test
    void shouldGiveBackRequestsThatWaitWhenTheConnectionEnds() {
        send("/slow");
        final ByteBuf waiting = send("/livez");
        assertEquals(1, waiting.refCnt(), "a request that waits must keep its body");
        channel.close();
        assertEquals(0, waiting.refCnt());
    }

    @Test
    void shouldGiveBackRequestsThatWaitWhenTheConnectionBecomesAWebSocket() {
        send("/slow");
        final ByteBuf waiting = send("/livez");
        assertEquals(1, waiting.refCnt(), "a request that waits must keep its body");
        channel.pipeline().replace(HttpConnection.class, "socket", new ChannelInboundHandlerAdapter());
        assertEquals(0, waiting.refCnt());
        assertTrue(channel.isActive());
    }

    @Test
    void shouldReadNothingUntilAnAnswerHasLeft() {
        assertTrue(channel.config().isAutoRead());
        send("/slow");
        assertFalse(channel.config().isAutoRead(), "nothing may be read before the answer");
        slow.complete(Response.text(200, "text/plain", "ok"));
        channel.runPendingTasks();
        assertEquals(1, peer.written.size());
        assertFalse(channel.config().isAutoRead(), "nothing may be read before the peer has taken the answer");
        take();
        assertTrue(channel.config().isAutoRead());
    }

    @Test
    void shouldCloseAConnectionWhosePeerTakesNoAnswer() {
        send("/livez");
        advance(9);
        assertTrue(channel.isActive());
        send("/livez"); // does not extend the deadline
        advance(1);
        assertFalse(channel.isActive());
    }

    @Test
    void shouldKeepAConnectionWhosePeerTakesItsAnswers() {
        for (int i = 0; i < 5; i++) {
            send("/livez");
            advance(9);
            take();
        }
        advance(59);
        assertTrue(channel.isActive());
        advance(1);
        assertFalse(channel.isActive(), "a connection that is silent for a minute must be closed");
    }

    @Test
    void shouldWaitForAnAnswerThatTakesLong() {
        send("/slow");
        advance(70);
        assertTrue(channel.isActive());
        slow.complete(Response.text(200, "text/plain", "ok"));
        channel.runPendingTasks();
        assertEquals(1, peer.written.size());
    }
}
