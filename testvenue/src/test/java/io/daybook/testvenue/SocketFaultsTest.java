package io.daybook.testvenue;

import static io.daybook.testvenue.Running.member;
import static io.daybook.testvenue.Running.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fault of the door ws as the WebSocket of the JDK sees it in the numbered stream of own orders. */
@Proves("each fault of a test venue is seen by a real client, and the same client without it sees nothing")
@Tag("whole")
class SocketFaultsTest extends OnOneVenue {
    private static final long PATIENCE_S = 60;
    private Peer anna;
    private int placed;

    /** A subscriber of a channel as a trader, with the messages that it receives. */
    private static final class Peer implements WebSocket.Listener, AutoCloseable {
        private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
        private final StringBuilder message = new StringBuilder();
        private final WebSocket socket;
        private volatile boolean isClosed;

        private Peer(final String name, final String channel) throws Exception {
            socket = Running.CLIENT
                    .newWebSocketBuilder()
                    .header("Authorization", "Bearer " + member(venue.trader(name), "bearer"))
                    .buildAsync(URI.create(venue.line("ws")), this)
                    .join();
            socket.sendText("{\"op\":\"subscribe\",\"channels\":[\"" + channel + "\"]}", true)
                    .join();
            next("\"op\":\"subscribed\"");
            next(channel.startsWith("book") ? "\"type\":\"snapshot\"" : "\"type\":\"begin\"");
        }

        private String next(final String what) throws InterruptedException {
            final String text = heard.poll(PATIENCE_S, TimeUnit.SECONDS);
            assertTrue(String.valueOf(text).contains(what), what + " in " + text);
            return text;
        }

        /** The client ids of the next messages. */
        private List<String> ids(final int count) throws InterruptedException {
            final List<String> ids = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ids.add(member(next("clientOrderId"), "clientOrderId"));
            }
            return ids;
        }

        /**
         * Waits until the connection has ended: the JDK's client does not always report an end without a close frame,
         * but a send fails.
         */
        private void awaitClosed() {
            final long beganNs = System.nanoTime();
            while (!isClosed) {
                assertTrue(System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(PATIENCE_S), "the connection ends");
                try {
                    socket.sendPing(ByteBuffer.allocate(0)).join();
                } catch (CompletionException e) {
                    isClosed = true;
                }
            }
        }

        @Override
        public CompletionStage<?> onText(final WebSocket ignored, final CharSequence data, final boolean last) {
            message.append(data);
            if (last) {
                heard.add(message.toString());
                message.setLength(0);
            }
            ignored.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(final WebSocket ignored, final int code, final String reason) {
            isClosed = true;
            return null;
        }

        @Override
        public void onError(final WebSocket ignored, final Throwable error) {
            isClosed = true;
        }

        @Override
        public void close() {
            socket.abort();
        }
    }

    @BeforeEach
    void begin() throws Exception {
        anna = new Peer("anna", "orders");
    }

    @AfterEach
    void leave() {
        anna.close();
    }

    private static void fault(final String says) throws Exception {
        venue.control(
                "POST",
                "/faults",
                "{\"faults\":[{\"when\":{\"door\":\"ws\",\"key\":\"anna\",\"route\":\"orders\"},\"do\":" + says
                        + "}]}");
    }

    private void place(final int count) throws Exception {
        for (int i = 0; i < count; i++) {
            venue.http(201, "anna", "POST", "/v1/orders", order("buy", "50000", "0.001", "a-" + ++placed));
        }
    }

    private static void assertAllMet() throws Exception {
        assertEquals("{\"faults\":[]}", venue.control("GET", "/faults?unused", ""));
    }

    @Test
    void shouldPassAllMessagesWithoutAFault() throws Exception {
        place(3);
        assertEquals(List.of("a-1", "a-2", "a-3"), anna.ids(3));
    }

    @Test
    void shouldDropMessages() throws Exception {
        fault("\"drop\",\"n\":2");
        place(4);
        assertEquals(List.of("a-3", "a-4"), anna.ids(2));
        assertAllMet();
    }

    @Test
    void shouldLoseAnAnswer() throws Exception {
        fault("\"loseAnswer\"");
        place(2);
        assertEquals(List.of("a-2"), anna.ids(1));
        assertAllMet();
    }

    @Test
    void shouldRepeatAMessage() throws Exception {
        fault("\"repeat\",\"n\":2");
        place(2);
        assertEquals(List.of("a-1", "a-1", "a-1", "a-2"), anna.ids(4));
        assertAllMet();
    }

    @Test
    void shouldSwapMessages() throws Exception {
        fault("\"swap\",\"n\":1");
        place(3);
        assertEquals(List.of("a-2", "a-1", "a-3"), anna.ids(3));
        assertAllMet();
    }

    /** The door sends the next change of a book only once the last one has left. */
    @Test
    void shouldSwapChangesOfABook() throws Exception {
        try (Peer book = new Peer("anna", "book:BTC-EUR")) {
            venue.control(
                    "POST",
                    "/faults",
                    "{\"faults\":[{\"when\":{\"door\":\"ws\",\"route\":\"book\"},\"do\":\"swap\"}]}");
            venue.control("POST", "/books/BTC-EUR", "{\"bids\":[[\"50000\",\"1\"]]}");
            while (venue.control("GET", "/faults?unused", "").contains("swap")) {
                LockSupport.parkNanos(1_000_000);
            }
            // The first level stays as it is, so this is one command and one change.
            venue.control("POST", "/books/BTC-EUR", "{\"bids\":[[\"50000\",\"1\"],[\"50001\",\"1\"]]}");
            book.next("50001");
            book.next("50000");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delay", "stall"})
    void shouldHoldThisMessageAndThoseAfterItOnThisConnectionAlone(final String word) throws Exception {
        try (Peer other = new Peer("anna", "trades:BTC-EUR")) {
            Holding.look(seconds -> {
                fault("\"" + word + "\",\"duration\":\"PT" + seconds + "S\"");
                final long beganNs = System.nanoTime();
                place(2);
                venue.control("POST", "/trade/BTC-EUR", "{\"price\":\"60000\",\"size\":\"0.01\"}");
                other.next("\"type\":\"trade\"");
                final boolean isSilent = anna.heard.isEmpty();
                final boolean isInTime = Holding.lasts(beganNs, seconds);
                assertTrue(isSilent || !isInTime, "held, and the connection is open");
                assertEquals(List.of("a-" + (placed - 1), "a-" + placed), anna.ids(2));
                assertFalse(Holding.lasts(beganNs, seconds));
                assertAllMet();
                return isInTime;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "within", "after"})
    void shouldCutTheConnection(final String at) throws Exception {
        fault("\"cut\",\"at\":\"" + at + "\"");
        place(2);
        if (at.equals("after")) {
            assertEquals(List.of("a-1"), anna.ids(1));
        }
        anna.awaitClosed();
        assertTrue(anna.heard.isEmpty(), "no more messages come");
        assertAllMet();
    }

    @Test
    void shouldHideAnOrderFromTheStreamWhereItIsAskedFor() throws Exception {
        venue.control(
                "POST",
                "/faults",
                "{\"faults\":[{\"when\":{\"door\":\"http\",\"clientOrderId\":\"a-1\"},\"do\":\"hide\",\"duration\":"
                        + "\"PT60S\",\"streams\":true}]}");
        place(1);
        final String id = venue.control("GET", "/requests", "");
        assertTrue(id.contains("\"fault\":\"hide\""), id);
        venue.control("POST", "/trade/BTC-EUR", "{\"price\":\"49000\",\"size\":\"0.01\",\"through\":true}");
        place(1);
        List<String> heard = anna.ids(1);
        if (heard.contains("a-1")) {
            heard = anna.ids(1); // its first message may have left before its answer
        }
        assertEquals(List.of("a-2"), heard, "the fill of the hidden order is not shown");
    }
}
