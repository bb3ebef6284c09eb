package io.daybook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.wire.AnswerDescriptor;
import io.daybook.wire.ByeReason;
import io.daybook.wire.Frame;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.RequestDescriptor;
import io.daybook.wire.Templates;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs that close twice, send from many threads at once, or use a drop copy without knowing it. */
@Proves("the Java client survives wrong use and torn files, speaks TLS and allocates nothing")
@Timeout(300)
final class WrongUseTest {
    private static final int SESSION = 17;
    private static final int THREADS = 4;
    private static final int ORDERS = 500;

    private final LinkedBlockingQueue<String> stops = new LinkedBlockingQueue<>();
    private TestVenue venue;

    @BeforeEach
    void open() throws IOException {
        venue = new TestVenue();
    }

    @AfterEach
    void close() throws IOException, InterruptedException {
        venue.close();
    }

    private final class Stops extends QuietListener {
        @Override
        public void onHistoryLost(final String why) {
            stops.add("history lost");
        }

        @Override
        public void onStopped(final @Nullable ByeReason reason, final String why) {
            stops.add(reason + ": " + why);
        }
    }

    private DaybookClient.Builder builder() {
        return DaybookClient.builder()
                .address("127.0.0.1", venue.port())
                .session(SESSION, "secret-of-17")
                .heartbeatMs(TestVenue.HEARTBEAT_MS)
                .reconnectMs(1, 10)
                .nextOut(1)
                .listener(new Stops());
    }

    private static long place(final DaybookClient client) {
        return client.place(new OrderHandle(), 301, 7, Side.BID, OrderType.GTC, 100, 4);
    }

    @Test
    void shouldEndOnceHoweverOftenItIsClosed() throws Exception {
        final DaybookClient client = builder().connect();
        final Thread[] closers = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            closers[i] = new Thread(client::close);
            closers[i].start();
        }
        for (final Thread closer : closers) {
            closer.join();
        }
        client.close();
        client.abort();
        client.close();
        assertTrue(client.isStopped());
        assertTrue(stops.take().startsWith("LOGGED_OUT"));
        assertNull(stops.poll(), "onStopped is called once");
        assertNull(client.failure());
        assertEquals(DaybookClient.NOT_CONNECTED, place(client));
        assertEquals(DaybookClient.NOT_CONNECTED, client.status(1, 1));
    }

    @Test
    void shouldNumberRequestsOfManyThreadsWithoutGaps() throws Exception {
        final Set<Long> ids = new ConcurrentSkipListSet<>();
        try (DaybookClient client = builder().connect()) {
            final Thread[] senders = new Thread[THREADS];
            for (int i = 0; i < THREADS; i++) {
                senders[i] = new Thread(() -> {
                    for (int order = 0; order < ORDERS; order++) {
                        ids.add(place(client));
                    }
                });
                senders[i].start();
            }
            for (final Thread sender : senders) {
                sender.join();
            }
            for (long request = 1; request <= THREADS * ORDERS; request++) {
                assertEquals(request, RequestDescriptor.request(venue.awaitFrame(Templates.PLACE), 0));
            }
        }
        assertEquals(THREADS * ORDERS, ids.size(), "each order has its own id");
        assertEquals(THREADS * ORDERS, venue.lastRequest());
        assertTrue(stops.take().startsWith("LOGGED_OUT"), "every request was answered before the end");
    }

    @Test
    void shouldStopWhereItsSessionIsADropCopyUnawares() throws Exception {
        final byte[] frame = new byte[Frame.MAX_LENGTH];
        final long request = OrderNumbers.cookie(18, 5);
        final int length = AnswerDescriptor.encode(
                frame, 0, 1, 9, 99, request, request, 5, 0, 0, AnswerDescriptor.SOURCE_ENGINE, Templates.PLACE, 0);
        venue.afterNextWelcome(Arrays.copyOf(frame, length));
        try (DaybookClient client = builder().connect()) {
            assertEquals(
                    "null: session 17 receives reports of other sessions: its builder must set dropCopy()",
                    stops.take());
            assertEquals(1, client.nextOut(), "another client receives the message");
        }
    }
}
