package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ExchangeListener;
import io.daybook.api.Nop;
import io.daybook.api.ResultView;
import io.daybook.api.Subscription;
import io.daybook.host.Proves;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers to senders if the exchange is slow, full or gone, and the state afterwards. */
@Proves("a full ring, late results and an ended exchange are answered as the API says")
@Tag("whole")
class BadTimesTest {
    private static final int RING = 64;
    private static final int ORDERS = 100;
    private static final int SENDERS = 50;
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private ServedVenue venue;

    @AfterEach
    void stop() {
        venue.close();
    }

    @Test
    void shouldSayThatTheOutcomeIsUnknownThenThatTheRingIsFullAndPlaceEachOrderOnce() throws Exception {
        venue = ServedVenue.start(folder, "exchange.ringSize=" + RING);
        final String anna = venue.trader(301, "2", "100000");
        venue.close(); // the short order timeout begins with the restart: the setup of the trader may take longer
        venue = ServedVenue.start(folder, "exchange.ringSize=" + RING, "http.orderTimeoutMs=1000");
        final CountDownLatch goOn = new CountDownLatch(1);
        final Subscription hanging = venue.exchange().addListener(new Hanging(goOn));
        final Set<Integer> sent = new TreeSet<>();
        final List<Future<HttpResponse<String>>> answers = sendAll(anna);
        for (int i = 0; i < ORDERS; i++) {
            final HttpResponse<String> answer = answers.get(i).get();
            assertEquals("c-" + i, member(answer.body(), "clientOrderId"));
            if (answer.statusCode() == 504) {
                assertEquals("OUTCOME_UNKNOWN", member(answer.body(), "code"));
                sent.add(i);
            } else {
                assertEquals(503, answer.statusCode(), answer.body());
                assertEquals("RING_FULL", member(answer.body(), "code"));
                assertEquals("1", answer.headers().firstValue("Retry-After").orElse(""));
            }
        }
        assertTrue(!sent.isEmpty() && sent.size() < ORDERS, "of " + ORDERS + " the ring took " + sent.size());

        goOn.countDown();
        hanging.close();
        for (int i = 0; i < ORDERS; i++) {
            HttpResponse<String> again;
            do {
                again = venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.001", "c-" + i));
            } while (again.statusCode() == 503 || again.statusCode() == 504);
            assertEquals(201, again.statusCode(), again.body());
            assertTrue(!sent.contains(i) || again.body().contains("\"duplicate\":true"), "c-" + i + again.body());
        }
        final String all = ok(venue.get(anna, "/v1/orders?limit=1000"));
        assertEquals(ORDERS, all.split("\"orderId\"", -1).length - 1, "each order once");
    }

    @Test
    void shouldSayThatARestartHelpsWhereNothingMovesForHalfAMinute() throws Exception {
        venue = ServedVenue.start(folder);
        final CountDownLatch goOn = new CountDownLatch(1);
        final Subscription hanging = venue.exchange().addListener(new Hanging(goOn));
        venue.exchange().submit(new Nop());
        while (venue.exchange().metrics().ringFill() == 0) {
            LockSupport.parkNanos(LOOK_NS);
        }
        venue.passSeconds(0);
        assertEquals(200, venue.get("", "/livez").statusCode(), "the exchange has only begun to wait");
        venue.passSeconds(29);
        assertEquals(200, venue.get("", "/livez").statusCode());
        venue.passSeconds(1);
        assertEquals(503, venue.get("", "/livez").statusCode());
        goOn.countDown();
        hanging.close();
        while (venue.exchange().metrics().ringFill() > 0) {
            LockSupport.parkNanos(LOOK_NS);
        }
        assertEquals(200, venue.get("", "/livez").statusCode(), "the exchange works again");
        venue.passSeconds(60);
        assertEquals(200, venue.get("", "/livez").statusCode(), "nothing waits");
    }

    @Test
    void shouldRefuseOrdersOfAnExchangeThatHasEndedAndAnswerWhatItKnows() throws Exception {
        venue = ServedVenue.start(folder);
        final String anna = venue.trader(301, "2", "100000");
        ok(venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.001", "c-1")));
        venue.exchange().close();
        final HttpResponse<String> refused =
                venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.001", "c-2"));
        assertEquals(503, refused.statusCode(), refused.body());
        assertEquals("HALTED", member(refused.body(), "code"));
        assertEquals(503, venue.get("", "/readyz").statusCode());
        assertTrue(ok(venue.get(anna, "/v1/orders/by-client/c-1")).contains("\"state\":\"open\""));
    }

    @Test
    void shouldLetCancelsThroughWhereOrdersAreTooMany() throws Exception {
        venue = ServedVenue.start(folder, "limits.ordersPerSecond=1");
        final String anna = venue.trader(301, "2", "100000");
        final String id =
                member(ok(venue.send(anna, "POST", "/v1/orders", order("buy", "100.00", "0.001", "first"))), "orderId");
        final List<HttpResponse<String>> refused = new ArrayList<>();
        for (final Future<HttpResponse<String>> answer : sendAll(anna)) {
            if (answer.get().statusCode() != 201) {
                refused.add(answer.get());
            }
        }
        assertTrue(!refused.isEmpty(), "only one per second is permitted");
        for (final HttpResponse<String> answer : refused) {
            assertEquals(429, answer.statusCode(), answer.body());
            assertEquals("THROTTLED", member(answer.body(), "code"));
            assertEquals("1", answer.headers().firstValue("Retry-After").orElse(""));
        }
        ok(venue.send(anna, "DELETE", "/v1/orders/" + id, ""));
    }

    /** Sends many orders at once. */
    private List<Future<HttpResponse<String>>> sendAll(final String token) throws InterruptedException {
        final List<Callable<HttpResponse<String>>> orders = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            final String order = order("buy", "100.00", "0.001", "c-" + i);
            orders.add(() -> venue.send(token, "POST", "/v1/orders", order));
        }
        final ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
        try {
            return senders.invokeAll(orders);
        } finally {
            senders.shutdown();
        }
    }

    /** A listener that does not return from its first result. */
    private record Hanging(CountDownLatch goOn) implements ExchangeListener {
        @Override
        public void onResult(final ResultView result) {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
