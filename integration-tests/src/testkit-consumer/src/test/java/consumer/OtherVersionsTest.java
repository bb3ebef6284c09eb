package consumer;

import static io.daybook.testkit.VenueBook.ask;
import static io.daybook.testkit.VenueFaults.fixOrder;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.testkit.TestTrader;
import io.daybook.testkit.TestVenue;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;
import java.net.URI;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import quickfix.ApplicationAdapter;
import quickfix.DefaultMessageFactory;
import quickfix.Initiator;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

class OtherVersionsTest {
    private static final long PATIENCE_S = 30;

    @RegisterExtension
    static final TestVenue venue = TestVenue.builder().seed(7).build();

    /** A session of QuickFIX/J 2.3, as this project's own program would have it. */
    private static final class Desk extends ApplicationAdapter implements AutoCloseable {
        private final Map<String, String> session = venue.trader("anna").session("fix");
        private final SessionID id =
                new SessionID("FIX.4.4", session.get("senderCompId"), session.get("targetCompId"));
        private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();
        private final CompletableFuture<Boolean> loggedOn = new CompletableFuture<>();
        private final Initiator initiator;

        private Desk() throws Exception {
            final String[] address = venue.firstLine("fix").split(":");
            final SessionSettings settings = new SessionSettings();
            settings.setString("ConnectionType", "initiator");
            settings.setString("StartTime", "00:00:00");
            settings.setString("EndTime", "00:00:00");
            settings.setString("NonStopSession", "Y");
            settings.setString("HeartBtInt", "1");
            settings.setString("UseDataDictionary", "N");
            settings.setString(id, "SocketConnectHost", address[0]);
            settings.setString(id, "SocketConnectPort", address[1]);
            initiator = new SocketInitiator(this, new MemoryStoreFactory(), settings, new DefaultMessageFactory());
            initiator.start();
            assertTrue(loggedOn.get(PATIENCE_S, TimeUnit.SECONDS));
        }

        private void place(final String clOrdId) throws Exception {
            final Message order = new Message();
            order.getHeader().setString(35, "D");
            order.setString(11, clOrdId);
            order.setString(55, "BTC-EUR");
            order.setString(54, "1");
            order.setString(38, "0.1");
            order.setString(40, "2");
            order.setString(44, "60001");
            order.setString(59, "1");
            order.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
            assertTrue(Session.sendToTarget(order, id));
        }

        private String report(final String part) throws InterruptedException {
            String report = reports.poll(PATIENCE_S, TimeUnit.SECONDS);
            while (report != null && !report.contains(part)) {
                report = reports.poll(PATIENCE_S, TimeUnit.SECONDS);
            }
            assertNotNull(report, part);
            return report;
        }

        @Override
        public void toAdmin(final Message message, final SessionID sessionId) {
            if (message.toString().contains("\00135=A\001")) {
                message.setString(553, session.get("username"));
                message.setString(554, session.get("password"));
            }
        }

        @Override
        public void onLogon(final SessionID sessionId) {
            loggedOn.complete(true);
        }

        @Override
        public void fromApp(final Message message, final SessionID sessionId) {
            reports.add(message.toString().replace('\001', '|'));
        }

        @Override
        public void close() {
            initiator.stop(true);
        }
    }

    @Test
    void shouldAskForALostReportWithAnotherQuickFixJ() throws Exception {
        assertTrue(SocketInitiator.class.getProtectionDomain().getCodeSource().toString().contains("-2.3."));
        venue.book("BTC-EUR").is(ask("60001", "1"));
        try (Desk desk = new Desk()) {
            venue.faults().next(fixOrder().of("anna")).loseAnswer();
            desk.place("f-1");
            assertTrue(desk.report("|150=F|").contains("|11=f-1|"));
            assertEquals("10.10000000", venue.trader("anna").balance("BTC"));
        }
    }

    @Test
    void shouldReachTheVenueWithAnotherNetty(final URI http) throws Exception {
        assertTrue(Bootstrap.class.getProtectionDomain().getCodeSource().toString().contains("-4.1."));
        final CompletableFuture<Integer> status = new CompletableFuture<>();
        final NioEventLoopGroup group = new NioEventLoopGroup(1);
        try {
            final DefaultFullHttpRequest request =
                    new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/readyz");
            request.headers().set("Host", "127.0.0.1");
            new Bootstrap()
                    .group(group)
                    .channel(NioSocketChannel.class)
                    .handler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(final SocketChannel channel) {
                            channel.pipeline()
                                    .addLast(new HttpClientCodec(), new HttpObjectAggregator(1 << 16))
                                    .addLast(new SimpleChannelInboundHandler<FullHttpResponse>() {
                                        @Override
                                        protected void channelRead0(
                                                final ChannelHandlerContext context, final FullHttpResponse answer) {
                                            status.complete(answer.status().code());
                                        }
                                    });
                        }
                    })
                    .connect(http.getHost(), http.getPort())
                    .sync()
                    .channel()
                    .writeAndFlush(request);
            assertEquals(200, status.get(PATIENCE_S, TimeUnit.SECONDS));
        } finally {
            group.shutdownGracefully();
        }
    }

    /** The venue has its own QuickFIX/J and Netty, in a process of its own. */
    @Test
    void shouldNotHaveTheVenueOnTheClassPath(final TestTrader trader) throws Exception {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("io.daybook.testvenue.TestVenue"));
        assertEquals(201, trader.buy("BTC-EUR", "50000", "0.1", "a-1").status());
    }
}
