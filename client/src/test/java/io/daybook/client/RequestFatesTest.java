package io.daybook.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Connections are cut, requests dropped, answers held back and programs restarted at random: each request that was sent
 * has one fate, which is reported once and agrees with the venue.
 */
@Proves(
        value = "a TCP client hears each message once, and gets back what was never carried out",
        normal = "12 runs of 200 steps",
        large = "1,000 runs")
@Timeout(300)
final class RequestFatesTest {
    private static final int STEPS = 200;
    private static final int SESSION = 17;

    @TempDir
    private Path folder;

    static LongStream seeds() {
        return new Random()
                .longs(Boolean.getBoolean("daybook.long") ? 1_000 : Boolean.getBoolean("daybook.quick") ? 2 : 12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldTellEachRequestItsFateOnce(final long seed) throws Exception {
        final Random random = new Random(seed);
        final Fates fates = new Fates();
        try (TestVenue venue = new TestVenue().notRecording()) {
            DaybookClient client = connect(venue, fates);
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(12)) {
                    case 0 -> venue.drop();
                    case 1 -> {
                        venue.swallowing(true);
                        fates.place(client, random.nextInt(5));
                        venue.drop();
                        venue.swallowing(false);
                    }
                    case 2 -> {
                        venue.keepingAnswers(true);
                        fates.place(client, random.nextInt(5));
                        venue.drop();
                        venue.keepingAnswers(false);
                    }
                    case 3 -> {
                        client.close();
                        venue.awaitEnd();
                        fates.forgetUnanswered(venue.lastRequest());
                        client = connect(venue, fates);
                    }
                    case 4 -> {
                        venue.drop();
                        fates.awaitAll();
                    }
                    default -> fates.place(client, 1 + random.nextInt(20));
                }
            }
            venue.drop();
            fates.awaitAll();
            fates.placeUntilAnswered(client);
            fates.awaitAll();
            client.close();
            assertNull(client.failure(), () -> "seed=" + seed);
            assertEquals("", fates.fault, () -> "seed=" + seed);
            assertEquals(venue.lastRequest(), fates.answered, () -> "seed=" + seed);
            assertTrue(fates.answered > 0, () -> "seed=" + seed);
        }
    }

    private DaybookClient connect(final TestVenue venue, final ClientListener listener) throws IOException {
        return DaybookClient.builder()
                .address("127.0.0.1", venue.port())
                .session(SESSION, "secret")
                .reconnectMs(1, 4)
                .heartbeatMs(100)
                .nextOutFile(folder.resolve("next-out"))
                .listener(listener)
                .connect();
    }

    /** The program: the requests that it has sent and that have no fate yet, and the faults that it has found. */
    private static final class Fates extends QuietListener {
        private final Map<Long, Boolean> open = new HashMap<>();
        private long answered;
        private String fault = "";

        /** Places orders; a callback of the I/O thread waits until they are recorded. */
        synchronized void place(final DaybookClient client, final int count) {
            for (int i = 0; i < count; i++) {
                final long id = client.place(new OrderHandle(), 301, 7, Side.BID, OrderType.GTC, 100, 4);
                if (id > 0 && open.put(OrderNumbers.request(id), true) != null) {
                    fault += "request " + OrderNumbers.request(id) + " was given twice; ";
                }
            }
        }

        /**
         * Restarts the program: the venue's N decides the fate of the requests that the old client had not reported.
         */
        synchronized void forgetUnanswered(final long lastRequest) {
            open.keySet().removeIf(request -> request > lastRequest);
        }

        /** Places orders one by one until one is answered. */
        synchronized void placeUntilAnswered(final DaybookClient client) throws InterruptedException {
            final long before = answered;
            while (answered == before) {
                if (open.isEmpty()) {
                    place(client, 1);
                }
                wait(1);
            }
        }

        synchronized void awaitAll() throws InterruptedException {
            while (!open.isEmpty()) {
                wait();
            }
        }

        @Override
        public synchronized void onAnswer(final Answer answer) {
            answered++;
            if (answer.request() != answered || open.remove(answer.request()) == null) {
                fault += "answer " + answer.request() + " instead of " + answered + "; ";
            }
            notifyAll();
        }

        @Override
        public synchronized void onNotCarriedOut(final long request) {
            if (request <= answered || open.remove(request) == null) {
                fault += "request " + request + " was handed back after " + answered + "; ";
            }
            notifyAll();
        }

        @Override
        public synchronized void onHistoryLost(final String why) {
            fault += why;
        }
    }
}
