package io.daybook.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.host.Proves;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import quickfix.Application;
import quickfix.DefaultMessageFactory;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/** Faults of orders over the spot dialect, TCP and FIX, each met once by a client of that door. */
@Proves("a test in JUnit breaks orders of the spot dialect, TCP and FIX")
@Tag("whole")
final class OtherDoorsTest {
    private static final long PATIENCE_S = 30;

    @RegisterExtension
    static final TestVenue VENUE = TestVenue.builder().seed(7).inProcess().build();

    @Test
    void shouldBreakAnOrderOfTheSpotDialect(final TestTrader trader) throws Exception {
        VENUE.faults()
                .next(VenueFaults.spotOrder().of(trader).symbol("BTC-EUR"))
                .code(-1021);
        final HttpResponse<String> broken = spotOrder(trader);
        assertEquals(401, broken.statusCode(), broken::body);
        assertTrue(broken.body().contains("-1021"), broken::body);
        assertEquals(200, spotOrder(trader).statusCode());
    }

    private static HttpResponse<String> spotOrder(final TestTrader trader) throws Exception {
        final String query =
                "symbol=BTCEUR&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001&price=50000&recvWindow=60000"
                        + "&timestamp=" + System.currentTimeMillis();
        final Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(trader.secret().getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
        final String signature = HexFormat.of().formatHex(mac.doFinal(query.getBytes(StandardCharsets.US_ASCII)));
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create(VENUE.uri("spot") + "/order?" + query + "&signature=" + signature))
                                .header("X-MBX-APIKEY", trader.apiKey())
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void shouldBreakAnOrderOverTcp() throws Exception {
        final TestTrader anna = VENUE.trader("anna");
        final BlockingQueue<Boolean> answers = new LinkedBlockingQueue<>();
        VENUE.faults().next(VenueFaults.tcpOrder().of(anna)).reject("THROTTLED");
        final Map<String, String> session = anna.session("tcp");
        final String[] address = VENUE.firstLine("tcp").split(":", -1);
        try (DaybookClient client = DaybookClient.builder()
                .address(address[0], Integer.parseInt(address[1]))
                .session(Integer.parseInt(session.get("session")), session.get("secret"))
                .nextOut(1)
                .heartbeatMs(20_000)
                .listener(new Answers(answers))
                .connect()) {
            final long uid = Long.parseLong(anna.text("uid"));
            for (final boolean isTaken : new boolean[] {false, true}) {
                client.place(new OrderHandle(), uid, 1, Side.BID, OrderType.GTC, 5_000_000, 100);
                assertEquals(isTaken, answers.poll(PATIENCE_S, TimeUnit.SECONDS));
            }
        }
    }

    /** Keeps whether each request was carried out. */
    private record Answers(BlockingQueue<Boolean> answers) implements ClientListener {
        @Override
        public void onAnswer(final Answer answer) {
            answers.add(answer.isSuccess());
        }

        @Override
        public void onFill(final Fill fill) {}

        @Override
        public void onOff(final Off off) {}

        @Override
        public void onNotCarriedOut(final long request) {}

        @Override
        public void onDisconnected(final String why) {}

        @Override
        public void onHistoryLost(final String why) {}
    }

    @Test
    void shouldBreakAnOrderOverFix() throws Exception {
        VENUE.faults().next(VenueFaults.fixOrder().of("anna")).reject("THROTTLED");
        final Reports reports = new Reports(VENUE.trader("anna").session("fix"));
        final SessionSettings settings = new SessionSettings();
        for (final List<String> one : List.of(
                List.of("ConnectionType", "initiator"),
                List.of("StartTime", "00:00:00"),
                List.of("EndTime", "00:00:00"),
                List.of("NonStopSession", "Y"),
                List.of("HeartBtInt", "30"),
                List.of("UseDataDictionary", "N"),
                List.of("SocketConnectHost", "127.0.0.1"),
                List.of("SocketConnectPort", VENUE.firstLine("fix").replaceAll(".*:", "")))) {
            settings.setString(reports.id, one.get(0), one.get(1));
        }
        final SocketInitiator initiator =
                new SocketInitiator(reports, new MemoryStoreFactory(), settings, new DefaultMessageFactory());
        initiator.start();
        try {
            assertEquals("logon", reports.heard.poll(PATIENCE_S, TimeUnit.SECONDS));
            for (final String execType : List.of("8", "0")) {
                reports.place("f-" + execType);
                assertEquals(execType, reports.heard.poll(PATIENCE_S, TimeUnit.SECONDS));
            }
        } finally {
            initiator.stop(true);
        }
    }

    /** A session that keeps the ExecType of each report. */
    private static final class Reports implements Application {
        private final Map<String, String> session;
        private final SessionID id;
        private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

        Reports(final Map<String, String> session) {
            this.session = session;
            this.id = new SessionID("FIX.4.4", session.get("senderCompId"), session.get("targetCompId"));
        }

        void place(final String clOrdId) throws Exception {
            final Message order = new Message();
            order.getHeader().setString(35, "D");
            order.setString(11, clOrdId);
            order.setString(55, "BTC-EUR");
            order.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
            order.setString(54, "1");
            order.setString(38, "0.1");
            order.setString(40, "2");
            order.setString(44, "50000");
            order.setString(59, "1");
            assertTrue(Session.sendToTarget(order, id));
        }

        @Override
        public void onCreate(final SessionID session) {}

        @Override
        public void onLogon(final SessionID session) {
            heard.add("logon");
        }

        @Override
        public void onLogout(final SessionID session) {}

        @Override
        public void toAdmin(final Message message, final SessionID to) {
            if (message.toString().contains("\00135=A\001")) {
                message.setString(553, session.get("username"));
                message.setString(554, session.get("password"));
            }
        }

        @Override
        public void fromAdmin(final Message message, final SessionID from) {}

        @Override
        public void toApp(final Message message, final SessionID to) {}

        @Override
        public void fromApp(final Message message, final SessionID from) {
            try {
                heard.add(message.getString(150));
            } catch (quickfix.FieldNotFound e) {
                heard.add(message.toString());
            }
        }
    }
}
