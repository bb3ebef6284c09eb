package io.daybook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.wire.ByeReason;
import io.daybook.wire.ChangeDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.MassCancelDescriptor;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.PlaceDescriptor;
import io.daybook.wire.PlaceTermsDescriptor;
import io.daybook.wire.ReplaceDescriptor;
import io.daybook.wire.RequestDescriptor;
import io.daybook.wire.Templates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Proves(
        value = "a TCP client hears each message once, and gets back what was never carried out",
        normal = "12 runs of 200 steps",
        large = "1,000 runs")
@Timeout(300)
@Tag("whole")
final class DaybookClientTest {
    private static final int SESSION = 17;
    private static final long UID = 301;
    private static final int SYMBOL = 7;
    private static final long LOOK_NS = 1_000_000;

    private final RecordingListener heard = new RecordingListener();
    private final OrderHandle order = new OrderHandle();
    private TestVenue venue;

    @BeforeEach
    void open() throws IOException {
        venue = new TestVenue();
    }

    @AfterEach
    void close() throws IOException, InterruptedException {
        venue.close();
    }

    private DaybookClient.Builder builder() {
        return DaybookClient.builder()
                .address("127.0.0.1", venue.port())
                .session(SESSION, "secret-of-17")
                .program("test")
                .heartbeatMs(TestVenue.HEARTBEAT_MS)
                .reconnectMs(1, 10)
                .nextOut(1)
                .listener(heard);
    }

    private long place(final DaybookClient client) {
        return place(client, order);
    }

    private static long place(final DaybookClient client, final OrderHandle handle) {
        return client.place(handle, UID, SYMBOL, Side.BID, OrderType.GTC, 100, 4);
    }

    private void awaitRequest(final long request) throws InterruptedException {
        while (RequestDescriptor.request(venue.awaitFrame(Templates.PLACE), 0) < request) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldGiveTheIdAtOnceAndHearTheAnswer() throws Exception {
        try (DaybookClient client = builder().connect()) {
            heard.expect("welcome 0 next 1");
            assertEquals(OrderNumbers.cookie(SESSION, 1), place(client));
            assertEquals(OrderNumbers.cookie(SESSION, 1), order.orderId());
            heard.expect("answer 1: request 1 code 0");
            assertEquals(2, client.cancel(order));
            heard.expect("answer 2: request 2 code 0");
        }
        heard.expect("stopped LOGGED_OUT");
    }

    @Test
    void shouldLogInAsItsBuilderSays() throws Exception {
        try (DaybookClient client = builder().heartbeatMs(777).nextOut(0).connect()) {
            final byte[] login = venue.awaitFrame(Templates.LOGIN);
            assertEquals(SESSION, LoginDescriptor.session(login, 0));
            assertEquals(777, LoginDescriptor.heartbeatMs(login, 0));
            assertEquals(0, LoginDescriptor.nextOut(login, 0));
            assertEquals("test", LoginDescriptor.program(login, 0));
            assertEquals("secret-of-17".length(), LoginDescriptor.secretLength(login, 0));
            assertEquals(1, client.nextOut());
        }
    }

    @Test
    void shouldSendEachCommandAsItsLayoutSays() throws Exception {
        try (DaybookClient client = builder().connect()) {
            client.place(order, UID, SYMBOL, Side.ASK, OrderType.FOK, -5, 6, 8, null);
            final byte[] place = venue.awaitFrame(Templates.PLACE);
            assertEquals(UID, RequestDescriptor.uid(place, 0));
            assertEquals(SYMBOL, RequestDescriptor.symbol(place, 0));
            assertEquals(Side.ASK.code(), PlaceDescriptor.side(place, 0));
            assertEquals(OrderType.FOK.code(), PlaceDescriptor.type(place, 0));
            assertEquals(-5, PlaceDescriptor.price(place, 0));
            assertEquals(6, PlaceDescriptor.size(place, 0));
            assertEquals(8, PlaceDescriptor.reserve(place, 0));

            client.move(order, 55);
            final byte[] move = venue.awaitFrame(Templates.MOVE);
            assertEquals(order.orderId(), ChangeDescriptor.orderId(move, 0));
            assertEquals(55, ChangeDescriptor.price(move, 0));
            client.reduce(order, 3);
            assertEquals(3, ChangeDescriptor.size(venue.awaitFrame(Templates.REDUCE), 0));
            client.cancel(order);
            assertEquals(order.orderId(), ChangeDescriptor.orderId(venue.awaitFrame(Templates.CANCEL), 0));

            client.replace(order, 1, 2, 3, 4, 5);
            final byte[] replace = venue.awaitFrame(Templates.REPLACE);
            assertEquals(order.orderId(), ReplaceDescriptor.orderId(replace, 0));
            assertEquals(1, ReplaceDescriptor.price(replace, 0));
            assertEquals(2, ReplaceDescriptor.size(replace, 0));
            assertEquals(3, ReplaceDescriptor.reserve(replace, 0));
            assertEquals(4, ReplaceDescriptor.trigger(replace, 0));
            assertEquals(5, ReplaceDescriptor.stopPrice(replace, 0));

            client.massCancel(UID, 0, null, true, false);
            final byte[] massCancel = venue.awaitFrame(Templates.MASS_CANCEL);
            assertEquals(0, MassCancelDescriptor.side(massCancel, 0));
            assertTrue(MassCancelDescriptor.flagged(massCancel, 0));
            assertFalse(MassCancelDescriptor.suspend(massCancel, 0));

            final OrderTerms terms =
                    new OrderTerms().set(Term.DISPLAY, 2).exit().set(Term.EXIT_PRICE, 9);
            client.place(order, UID, SYMBOL, Side.BID, OrderType.GTC, 1, 2, 0, terms);
            final byte[] placeTerms = venue.awaitFrame(Templates.PLACE_TERMS);
            assertEquals(3, PlaceTermsDescriptor.count(placeTerms, 0));
            assertEquals(Term.DISPLAY.code(), PlaceTermsDescriptor.term(placeTerms, 0, 0));
            assertEquals(Term.EXIT_ORDER_ID.code(), PlaceTermsDescriptor.term(placeTerms, 0, 1));
            assertEquals(9, PlaceTermsDescriptor.value(placeTerms, 0, 2));
            client.place(order, UID, SYMBOL, Side.BID, OrderType.GTC, 1, 2, 0, terms.clear());
            venue.awaitFrame(Templates.PLACE);

            assertEquals(9, client.place(new OrderHandle(), UID, SYMBOL, Side.BID, OrderType.GTC, 1, 2) & 0xFFFF);
            heard.expect("welcome 0 next 1");
            for (int i = 1; i <= 9; i++) {
                heard.expect("answer " + i + ": request " + i + " code 0");
            }
            assertEquals(5, client.status(5, order.orderId()));
            heard.expect("status 5: live 3");
        }
    }

    @Test
    void shouldHearFillsAndOffs() throws Exception {
        try (DaybookClient client = builder().connect()) {
            place(client);
            heard.expect("welcome 0 next 1");
            heard.expect("answer 1: request 1 code 0");
            venue.fillMaker(order.orderId());
            heard.expect("fill 2: 1 1@100 maker");
            venue.takeOff(order.orderId(), 3);
            heard.expect("off 3: 1 4 reason 3");
        }
    }

    @Test
    void shouldHearEachMessageOnceOverManyConnections() throws Exception {
        try (DaybookClient client = builder().connect()) {
            heard.expect("welcome 0 next 1");
            place(client);
            heard.expect("answer 1: request 1 code 0");
            for (int i = 2; i < 12; i++) {
                venue.keepingAnswers(true);
                assertEquals(OrderNumbers.cookie(SESSION, i), place(client));
                while (venue.lastRequest() < i) {
                    venue.awaitFrame(Templates.PLACE);
                }
                venue.drop();
                venue.keepingAnswers(false);
                heard.expect("disconnected");
                heard.expect("welcome " + i + " next " + (i + 1));
                heard.expect("answer " + i + ": request " + i + " code 0");
            }
        }
    }

    @Test
    void shouldGoToTheNodeThatLeads() throws Exception {
        try (TestVenue leader = new TestVenue()) {
            venue.leaderIs("127.0.0.1:" + leader.port());
            try (DaybookClient client = builder().connect()) {
                heard.expect("welcome 0 next 1");
                place(client);
                heard.expect("answer 1: request 1 code 0");
                assertEquals(1, leader.lastRequest());
            }
        }
    }

    @Test
    void shouldTryOneNodeAfterTheOther() throws Exception {
        final TestVenue dead = new TestVenue();
        dead.close();
        venue.leaderIs(""); // an election is going on
        try (TestVenue leader = new TestVenue();
                DaybookClient client = builder()
                        .addresses(
                                "127.0.0.1:" + dead.port(), "127.0.0.1:" + venue.port(), "127.0.0.1:" + leader.port())
                        .connect()) {
            heard.expect("welcome 0 next 1");
            place(client);
            heard.expect("answer 1: request 1 code 0");
            leader.drop();
            heard.expect("disconnected");
            heard.expect("welcome 1 next 2");
        }
    }

    @Test
    void shouldHandBackWhatWasNeverCarriedOut() throws Exception {
        final OrderHandle second = new OrderHandle();
        final OrderHandle third = new OrderHandle();
        try (DaybookClient client = builder().connect()) {
            heard.expect("welcome 0 next 1");
            place(client);
            heard.expect("answer 1: request 1 code 0");
            venue.swallowing(true);
            place(client, second);
            place(client, third);
            venue.awaitFrame(Templates.PLACE);
            venue.awaitFrame(Templates.PLACE);
            venue.drop();
            venue.swallowing(false);
            heard.expect("disconnected");
            heard.expect("not carried out 2");
            heard.expect("not carried out 3");
            heard.expect("welcome 1 next 2");

            assertEquals(DaybookClient.STALE, client.cancel(second));
            final OrderHandle next = new OrderHandle();
            assertEquals(second.orderId(), place(client, next));
            heard.expect("answer 2: request 2 code 0");
            assertEquals(DaybookClient.STALE, client.move(second, 5));
            assertEquals(DaybookClient.STALE, client.reduce(third, 5));
            assertEquals(DaybookClient.STALE, client.replace(third, 5, 6));
            assertEquals(3, client.cancel(next));
            assertEquals(4, client.cancel(order));
            heard.expect("answer 3: request 3 code 0");
            heard.expect("answer 4: request 4 code 0");
            assertEquals(5, client.cancel(OrderHandle.of(UID, SYMBOL, third.orderId())));
        }
    }

    @Test
    void shouldKeepTellingHandlesApartAfterManyLossyConnections() throws Exception {
        try (DaybookClient client = builder().connect()) {
            heard.expect("welcome 0 next 1");
            place(client);
            heard.expect("answer 1: request 1 code 0");
            for (int i = 0; i < 100; i++) {
                final OrderHandle lost = new OrderHandle();
                venue.swallowing(true);
                assertEquals(OrderNumbers.cookie(SESSION, 2), place(client, lost));
                venue.awaitFrame(Templates.PLACE);
                venue.drop();
                heard.expect("disconnected");
                heard.expect("not carried out 2");
                heard.expect("welcome 1 next 2");
                assertEquals(DaybookClient.STALE, client.cancel(lost));
            }
            venue.swallowing(false);
            assertEquals(2, client.cancel(order));
        }
    }

    @Test
    void shouldCountHandlesAsStaleThatAreTooOldToTell() throws Exception {
        try (DaybookClient client = builder().connect()) {
            heard.expect("welcome 0 next 1");
            for (int i = 1; i <= 65; i++) {
                place(client, i == 1 ? order : new OrderHandle());
                heard.expect("answer " + i + ": request " + i + " code 0");
                venue.swallowing(true);
                place(client, new OrderHandle());
                awaitRequest(i + 1);
                venue.drop();
                venue.swallowing(false);
                heard.expect("disconnected");
                heard.expect("not carried out " + (i + 1));
                heard.expect("welcome " + i + " next " + (i + 1));
            }
            assertEquals(DaybookClient.STALE, client.cancel(order));
            assertEquals(66, client.cancel(OrderHandle.of(UID, SYMBOL, order.orderId())));
        }
    }

    @Test
    void shouldUseNoNumberForACommandThatThrows() throws Exception {
        try (DaybookClient client = builder().connect()) {
            heard.expect("welcome 0 next 1");
            assertThrows(NullPointerException.class, () -> client.place(order, UID, SYMBOL, null, OrderType.GTC, 1, 1));
            assertThrows(NullPointerException.class, () -> client.place(order, UID, SYMBOL, Side.BID, null, 1, 1));
            assertThrows(
                    NullPointerException.class, () -> client.place(null, UID, SYMBOL, Side.BID, OrderType.GTC, 1, 1));
            assertThrows(NullPointerException.class, () -> client.cancel(null));
            assertEquals(OrderNumbers.cookie(SESSION, 1), place(client));
            heard.expect("answer 1: request 1 code 0");
        }
    }

    @Test
    void shouldRefuseHandlesThatWereNeverPlaced() throws Exception {
        try (DaybookClient client = builder().connect()) {
            assertEquals(DaybookClient.STALE, client.cancel(new OrderHandle()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"requests", "stream", "exchange"})
    void shouldStopWhenHistoryIsLost(final String what) throws Exception {
        try (DaybookClient client = builder().connect()) {
            heard.expect("welcome 0 next 1");
            place(client);
            place(client);
            heard.expect("answer 1: request 1 code 0");
            heard.expect("answer 2: request 2 code 0");
            switch (what) {
                case "requests" -> venue.forget(0, 1);
                case "stream" -> venue.forget(1, 2);
                default -> venue.becomeAnother();
            }
            venue.drop();
            heard.expect("disconnected");
            final String expected =
                    switch (what) {
                        case "requests" -> "the venue has requests up to 1, but had answered request 2";
                        case "stream" -> "the venue's next message is 2, but messages up to 2 were received already";
                        default -> "the exchange id of the venue has changed";
                    };
            heard.expect("history lost: " + expected);
            heard.expect("stopped null");
            assertEquals(DaybookClient.NOT_CONNECTED, place(client));
        }
    }

    @Test
    void shouldGoOnBehindWhatTheVenueKeepsNoMore() throws Exception {
        try (DaybookClient client = builder().connect()) {
            place(client);
            place(client);
            place(client);
        }
        venue.firstOut(3);
        final RecordingListener late = new RecordingListener();
        try (DaybookClient client = builder().listener(late).connect()) {
            late.expect("missed 1 to 2");
            late.expect("welcome 3 next 4");
            late.expect("answer 3: request 3 code 0");
            awaitNextOut(4, client);
        }
    }

    /** Waits for a position of the client, because the listener is called before the position passes the message. */
    private static void awaitNextOut(final long expected, final DaybookClient client) {
        while (client.nextOut() < expected) {
            LockSupport.parkNanos(LOOK_NS);
        }
        assertEquals(expected, client.nextOut());
    }

    @Test
    void shouldRefuseCommandsWhileThereIsNoConnection() throws Exception {
        try (DaybookClient client = builder().connect()) {
            heard.expect("welcome 0 next 1");
            venue.byeAtLogin(ByeReason.ALREADY_LOGGED_IN).drop();
            heard.expect("disconnected");
            assertEquals(DaybookClient.NOT_CONNECTED, place(client));
            assertEquals(0, order.orderId());
            assertEquals(DaybookClient.NOT_CONNECTED, client.status(1, 1));
            venue.awaitFrame(Templates.LOGIN);
            venue.awaitFrame(Templates.LOGIN);
            venue.byeAtLogin(null);
            heard.expect("welcome 0 next 1");
            place(client);
            heard.expect("answer 1: request 1 code 0");
        }
    }

    @Test
    void shouldRefuseMoreThanMayBeUnanswered() throws Exception {
        venue.swallowing(true);
        try (DaybookClient client = builder().maxInFlight(3).connect()) {
            for (int i = 0; i < 3; i++) {
                assertTrue(place(client) > 0);
            }
            assertEquals(DaybookClient.FULL, place(client));
            assertEquals(DaybookClient.FULL, client.cancel(order));
        }
    }

    @Test
    void shouldLetADropCopySendNothing() throws Exception {
        venue.fillMaker(OrderNumbers.cookie(18, 1));
        try (DaybookClient client = builder().dropCopy().connect()) {
            assertEquals(DaybookClient.FULL, place(client));
            heard.expect("welcome 0 next 2");
            heard.expect("fill 1: 1 1@100 maker");
            assertEquals(3, client.status(3, 1));
            heard.expect("status 3: live 3");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ByeReason.class,
            names = {"LOGIN_REFUSED", "AHEAD_OF_JOURNAL", "BAD_FRAME", "BAD_REQUEST_NUMBER"})
    void shouldNotTryAgainWhatWillNotPass(final ByeReason reason) throws InterruptedException {
        venue.byeAtLogin(reason);
        final ClientException e =
                assertThrows(ClientException.class, () -> builder().connect());
        assertEquals(reason, e.reason());
        assertEquals("the venue ended the connection: " + reason + ": the text of a test (detail 3)", e.getMessage());
        heard.expect("stopped " + reason);
    }

    @Test
    void shouldSayWhyThereIsNoWelcomeInTime() {
        venue.byeAtLogin(ByeReason.ALREADY_LOGGED_IN);
        final ClientException e = assertThrows(
                ClientException.class, () -> builder().connectTimeoutMs(200).connect());
        assertTrue(e.getMessage().startsWith("no welcome within 200 ms; last: "), e.getMessage());
    }

    /** A bound port without a listening socket refuses connections, and no other process can listen on it meanwhile. */
    @Test
    void shouldSayThatNobodyListens() throws Exception {
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            final String refusal = refusal(bound.getLocalPort());
            assertTrue(refusal.contains("refused"), refusal);
        }
    }

    /** Returns why no attempt succeeds; a slow machine needs more time for the first one. */
    private String refusal(final int port) {
        for (int timeoutMs = 100; ; timeoutMs *= 2) {
            final int most = timeoutMs;
            final String message = assertThrows(ClientException.class, () -> builder()
                            .address("127.0.0.1", port)
                            .connectTimeoutMs(most)
                            .connect())
                    .getMessage();
            if (!message.endsWith("last: ") || timeoutMs > 16_000) {
                return message;
            }
        }
    }

    @Test
    void shouldSendHeartbeatsAndKeepTheConnection() throws Exception {
        // A connection ends after twice this time without a message, and a busy machine must be faster between two
        // heartbeats.
        try (DaybookClient client = builder().heartbeatMs(3_000).connect()) {
            heard.expect("welcome 0 next 1");
            for (int i = 0; i < 2; i++) {
                venue.awaitFrame(Templates.CLIENT_HEARTBEAT);
            }
            place(client);
            heard.expect("answer 1: request 1 code 0");
        }
    }

    @Test
    void shouldLeaveAVenueThatIsSilent() throws Exception {
        try (DaybookClient client = builder().heartbeatMs(100).connect()) {
            heard.expect("welcome 0 next 1");
            venue.quiet(true);
            heard.expect("disconnected");
            venue.quiet(false).drop();
            heard.expect("welcome 0 next 1");
            assertFalse(client.isStopped());
        }
    }

    @Test
    void shouldLeaveAVenueThatSendsNonsense() throws Exception {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        try (DaybookClient client = builder().connect()) {
            for (int i = 0; i < 30; i++) {
                heard.expect("welcome 0 next 1");
                final byte[] bytes = new byte[Frame.MAX_LENGTH + random.nextInt(2_000)];
                random.nextBytes(bytes);
                venue.send(bytes);
                assertEquals("disconnected", heard.next(), () -> "seed=" + seed);
            }
            heard.expect("welcome 0 next 1");
            place(client);
            heard.expect("answer 1: request 1 code 0");
        }
    }

    @Test
    void shouldLeaveAStreamWithAGapAndSkipUnknownMessages() throws Exception {
        final byte[] unknown = {0, 0, 0, 16, (byte) 0xEB, 0x50, 2, 0, 99, 0, 1, 0, 1, 0, 1, 2};
        try (DaybookClient client = builder().connect()) {
            heard.expect("welcome 0 next 1");
            venue.send(unknown);
            place(client);
            heard.expect("answer 1: request 1 code 0");
            venue.fillMaker(order.orderId());
            heard.expect("fill 2: 1 1@100 maker");
            venue.keepingAnswers(true);
            venue.fillMaker(order.orderId());
            venue.keepingAnswers(false);
            venue.fillMaker(order.orderId()); // number 4 instead of 3
            heard.expect("disconnected");
            heard.expect("welcome 1 next 5");
            heard.expect("fill 3: 1 1@100 maker");
            heard.expect("fill 4: 1 1@100 maker");
        }
    }

    @Test
    void shouldNoticeByAHeartbeatThatMessagesAreMissing() throws Exception {
        // A silence of twice this time would end the connection before the order is sent.
        try (DaybookClient client = builder().heartbeatMs(4_000).connect()) {
            heard.expect("welcome 0 next 1");
            venue.keepingAnswers(true);
            place(client); // its answer is in the stream, and is not sent
            heard.expect("disconnected");
            heard.expect("welcome 1 next 2");
            heard.expect("answer 1: request 1 code 0");
        }
    }

    @Test
    void shouldReadMessagesThatComeInPieces() throws Exception {
        try (DaybookClient client = builder().connect()) {
            heard.expect("welcome 0 next 1");
            final byte[] frame = new byte[Frame.MAX_LENGTH];
            for (int out = 1; out <= 3; out++) {
                final int length = io.daybook.wire.OffDescriptor.encode(
                        frame, 0, out, 1, 2, OrderNumbers.cookie(SESSION, 1), 4, 0, 2);
                for (int i = 0; i < length; i++) {
                    venue.send(new byte[] {frame[i]});
                }
                heard.expect("off " + out + ": 1 4 reason 2");
            }
            awaitNextOut(4, client);
        }
    }

    @Test
    void shouldStopAtAListenerThatThrowsAndStayBeforeTheMessage() throws Exception {
        final IllegalStateException thrown = new IllegalStateException("a fault of the program");
        final ClientListener faulty = new QuietListener() {
            @Override
            public void onAnswer(final Answer answer) {
                if (answer.request() == 2) {
                    throw thrown;
                }
            }
        };
        final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        final var uncaught = new java.util.concurrent.LinkedBlockingQueue<Throwable>();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
        try (DaybookClient client = builder().listener(faulty).connect()) {
            place(client);
            place(client);
            assertEquals(thrown, uncaught.take());
            client.close();
            assertTrue(client.isStopped());
            assertEquals(thrown, client.failure());
            assertEquals(2, client.nextOut());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void shouldGoOnWhenItsThreadIsInterrupted(@TempDir final Path folder) throws Exception {
        final var answered = new java.util.concurrent.LinkedBlockingQueue<Long>();
        final ClientListener interrupting = new QuietListener() {
            @Override
            public void onAnswer(final Answer answer) {
                Thread.currentThread().interrupt();
                answered.add(answer.request());
            }
        };
        try (DaybookClient client = builder()
                .listener(interrupting)
                .nextOut(-1)
                .nextOutFile(folder.resolve("next-out"))
                .connect()) {
            for (long request = 1; request <= 3; request++) {
                place(client);
                assertEquals(request, answered.take());
            }
            assertNull(client.failure());
        }
    }

    @Test
    void shouldNeverShowItsSecret() {
        final ClientConfig config = new ClientConfig(
                List.of(new VenueAddress("host", 1)), SESSION, "secret-of-17", "p", null, 100, 1, 2, false, false);
        assertEquals("ClientConfig[[host:1], session=17]", config.toString());
    }

    @Test
    void shouldSendFromTheListener() throws Exception {
        final var requests = new java.util.concurrent.LinkedBlockingQueue<Long>();
        final DaybookClient[] self = new DaybookClient[1];
        final var ready = new java.util.concurrent.CountDownLatch(1);
        final ClientListener chain = new QuietListener() {
            @Override
            public void onAnswer(final Answer answer) {
                requests.add(answer.request());
                if (answer.request() < 50) {
                    place(self[0], new OrderHandle());
                } else if (answer.request() == 50) {
                    self[0].close();
                }
            }

            @Override
            public void onStopped(final ByeReason reason, final String why) {
                ready.countDown();
            }
        };
        self[0] = builder().listener(chain).connect();
        place(self[0]);
        ready.await();
        assertEquals(50, requests.size());
        assertNull(self[0].failure());
    }

    @Test
    void shouldStopAtOnceWhenItIsAborted() throws Exception {
        final DaybookClient client = builder().connect();
        heard.expect("welcome 0 next 1");
        client.abort();
        heard.expect("stopped null");
        assertEquals(DaybookClient.NOT_CONNECTED, place(client));
        client.close();
        assertTrue(client.isStopped());
    }

    @Test
    void shouldCloseWhileItIsNotConnected() throws Exception {
        final DaybookClient client = builder().connect();
        heard.expect("welcome 0 next 1");
        venue.byeAtLogin(ByeReason.BUSY).drop();
        heard.expect("disconnected");
        client.close();
        heard.expect("stopped null");
        assertTrue(client.isStopped());
    }

    @Test
    void shouldRefuseSettingsByName() {
        assertRefused("listener must be set", b -> DaybookClient.builder());
        assertRefused("port must be 1 to 65535: port=0", b -> b.address("127.0.0.1", 0));
        assertRefused("session must be 1 to 524287: session=0", b -> b.session(0, "s"));
        assertRefused("session must be 1 to 524287: session=524288", b -> b.session(524_288, "s"));
        assertRefused("secret must be 1 to 48 printable characters of ASCII", b -> b.session(1, ""));
        assertRefused("secret must be 1 to 48 printable characters of ASCII", b -> b.session(1, "a b"));
        assertRefused("heartbeatMs must be 100 to 60000: heartbeatMs=99", b -> b.heartbeatMs(99));
        assertRefused("maxInFlight must be at least 1: maxInFlight=0", b -> b.maxInFlight(0));
        assertRefused("connectTimeoutMs must be at least 1: connectTimeoutMs=0", b -> b.connectTimeoutMs(0));
        assertRefused("either nextOut or nextOutFile must be set: nextOut=-1, nextOutFile=null", b -> b.nextOut(-1));
        final String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> builder().reconnectMs(10, 9).connect())
                .getMessage();
        assertTrue(message.startsWith("reconnectMs must be at least 1"), message);
    }

    @Test
    void shouldKeepTheSecretToItsOwnMachineWithoutTls() {
        final ClientException e = assertThrows(
                ClientException.class,
                () -> builder().address("192.0.2.1", 7_000).connect());
        assertEquals("tls must be set for a venue on another machine: host=192.0.2.1", e.getMessage());
    }

    @Test
    void shouldRefuseNegativeIdsOfQuestions() throws Exception {
        try (DaybookClient client = builder().connect()) {
            assertNotNull(assertThrows(IllegalArgumentException.class, () -> client.status(-1, 1)));
        }
    }

    private void assertRefused(final String message, final UnaryOperator<DaybookClient.Builder> change) {
        final var e = assertThrows(
                IllegalArgumentException.class, () -> change.apply(builder()).connect());
        assertEquals(message, e.getMessage());
    }
}
