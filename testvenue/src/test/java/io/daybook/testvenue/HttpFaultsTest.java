package io.daybook.testvenue;

import static io.daybook.testvenue.Running.member;
import static io.daybook.testvenue.Running.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each fault of the doors http and spot as a client of the JDK sees it, and what the same client sees without it. */
@Proves("each fault of a test venue is seen by a real client, and the same client without it sees nothing")
@Tag("whole")
class HttpFaultsTest extends OnOneVenue {
    private static final List<String> DOORS = List.of("http", "spot");
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long SILENCE_MS = 900;

    /** A new client has no old connections: a client sends a request again by itself if an old connection was cut. */
    private HttpClient client;

    @BeforeEach
    void clear() throws Exception {
        client = HttpClient.newHttpClient();
    }

    private static void fault(final String fault) throws Exception {
        venue.control("POST", "/faults", "{\"faults\":[" + fault + "]}");
    }

    private static void assertAllMet() throws Exception {
        assertEquals("{\"faults\":[]}", venue.control("GET", "/faults?unused", ""));
    }

    /** Sends a request as anna over one of the two doors. */
    private HttpResponse<String> sent(final String door, final String method, final String what) throws Exception {
        return client.send(request(door, method, what), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(final String door, final String method, final String what) throws Exception {
        final HttpRequest.Builder request;
        if (door.equals("http")) {
            final int space = what.indexOf(' ');
            request = HttpRequest.newBuilder(
                            URI.create(venue.line("http") + (space < 0 ? what : what.substring(0, space))))
                    .header("Authorization", "Bearer " + member(venue.trader("anna"), "bearer"))
                    .method(method, HttpRequest.BodyPublishers.ofString(space < 0 ? "" : what.substring(space + 1)));
        } else {
            request = SpotRequest.signed(venue, "anna", method, what);
        }
        return request.timeout(PATIENCE).build();
    }

    /** Places an order under a client id. */
    private HttpResponse<String> place(final String door, final String clientId) throws Exception {
        return client.send(placing(door, clientId), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest placing(final String door, final String clientId) throws Exception {
        return request(
                door,
                "POST",
                door.equals("http")
                        ? "/v1/orders " + order("buy", "50000", "0.001", clientId)
                        : "/order?symbol=BTCEUR&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001&price=50000"
                                + "&newClientOrderId=" + clientId);
    }

    private HttpResponse<String> ask(final String door, final String clientId) throws Exception {
        return sent(
                door,
                "GET",
                door.equals("http")
                        ? "/v1/orders/by-client/" + clientId
                        : "/order?symbol=BTCEUR&origClientOrderId=" + clientId);
    }

    /** The status of a request for the order. If the order must be there, the request is repeated until it is. */
    private int askedUntil(final String door, final String id, final boolean isThere) throws Exception {
        final long beganNs = System.nanoTime();
        int status = ask(door, id).statusCode();
        while (isThere && status != 200 && System.nanoTime() - beganNs < PATIENCE.toNanos()) {
            LockSupport.parkNanos(10_000_000);
            status = ask(door, id).statusCode();
        }
        return status;
    }

    private HttpResponse<String> list(final String door) throws Exception {
        return sent(door, "GET", door.equals("http") ? "/v1/orders" : "/openOrders?symbol=BTCEUR");
    }

    private static String route(final String door) {
        return door.equals("http") ? "POST /v1/orders" : "POST /api/v3/order";
    }

    private static String when(final String door) {
        return "{\"when\":{\"door\":\"" + door + "\",\"key\":\"anna\",\"route\":\"" + route(door)
                + "\",\"symbol\":\"BTC-EUR\"},\"do\":";
    }

    private static int placed(final HttpResponse<String> answer) {
        return answer.statusCode() == 201 ? 200 : answer.statusCode();
    }

    /** A step of a test, which may fail. */
    @FunctionalInterface
    private interface Step {
        void run() throws Exception;
    }

    private static void atOnce(final Collection<Step> steps) {
        final ExecutorService threads = Executors.newFixedThreadPool(steps.size());
        try {
            CompletableFuture.allOf(steps.stream()
                            .map(step -> CompletableFuture.runAsync(
                                    () -> {
                                        try {
                                            step.run();
                                        } catch (Exception e) {
                                            throw new AssertionError(e);
                                        }
                                    },
                                    threads))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } finally {
            threads.shutdownNow();
        }
    }

    /** Places an order at both doors at once; neither order is answered for a while after its fault has met it. */
    private void placeInVain() {
        atOnce(DOORS.stream().<Step>map(door -> () -> placeInVain(door)).toList());
    }

    private void placeInVain(final String door) throws Exception {
        final CompletableFuture<HttpResponse<String>> answer =
                client.sendAsync(placing(door, "a-1-" + door), HttpResponse.BodyHandlers.ofString());
        awaitMet("\"door\":\"" + door + "\"", answer);
        assertThrows(TimeoutException.class, () -> answer.get(SILENCE_MS, TimeUnit.MILLISECONDS));
        answer.cancel(true);
    }

    /** Waits until a fault with this text is met; before that there must be no answer. */
    private static void awaitMet(final String fault, final CompletableFuture<?> answer) throws Exception {
        boolean wasAnswered = answer.isDone();
        while (venue.control("GET", "/faults?unused", "").contains(fault)) {
            assertFalse(wasAnswered);
            LockSupport.parkNanos(5_000_000);
            wasAnswered = answer.isDone();
        }
    }

    @Test
    void shouldLoseAnAnswerOfAnOrderThatIsInTheBook() throws Exception {
        for (final String door : DOORS) {
            fault(when(door) + "\"loseAnswer\"}");
        }
        placeInVain();
        for (final String door : DOORS) {
            assertEquals(200, askedUntil(door, "a-1-" + door, true), "the order was carried out");
            assertEquals(200, placed(place(door, "a-2-" + door)));
        }
        assertAllMet();
    }

    @Test
    void shouldLoseARequestThatNeverArrives() throws Exception {
        for (final String door : DOORS) {
            fault(when(door) + "\"loseRequest\"}");
        }
        placeInVain();
        for (final String door : DOORS) {
            assertEquals(404, ask(door, "a-1-" + door).statusCode(), "the order was not carried out");
            assertEquals(200, placed(place(door, "a-1-" + door)));
            assertEquals(200, ask(door, "a-1-" + door).statusCode());
        }
        assertAllMet();
    }

    @ParameterizedTest
    @CsvSource({"http,before", "http,within", "http,after", "spot,before", "spot,within", "spot,after"})
    void shouldCutTheConnection(final String door, final String at) throws Exception {
        assertEquals(200, placed(place(door, "a-0")));
        fault(when(door) + "\"cut\",\"at\":\"" + at + "\"}");
        if (at.equals("after")) {
            assertEquals(200, placed(place(door, "a-1")));
        } else {
            client = HttpClient.newHttpClient();
            assertThrows(IOException.class, () -> place(door, "a-1"));
        }
        assertEquals(200, ask(door, "a-1").statusCode(), "the order was carried out");
        assertAllMet();
    }

    @Test
    void shouldDelayARequestOrItsAnswer() throws Exception {
        final List<Step> steps = new ArrayList<>();
        for (final String door : DOORS) {
            for (final String at : List.of("before", "after")) {
                steps.add(() -> Holding.look(seconds -> delay(door, at, seconds)));
            }
        }
        atOnce(steps);
        assertAllMet();
    }

    private boolean delay(final String door, final String at, final int seconds) throws Exception {
        final String id = door + "-" + at + "-" + seconds;
        fault("{\"when\":{\"door\":\"" + door + "\",\"clientOrderId\":\"" + id + "\",\"route\":\"" + route(door)
                + "\"},\"do\":\"delay\",\"at\":\"" + at + "\",\"duration\":\"PT" + seconds + "S\"}");
        final long beganNs = System.nanoTime();
        final CompletableFuture<Integer> answer = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return placed(place(door, id));
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                },
                work -> new Thread(work).start());
        awaitMet("\"" + id + "\"", answer);
        final int asked = askedUntil(door, id, at.equals("after"));
        final boolean wasAnswered = answer.isDone();
        final boolean isInTime = Holding.lasts(beganNs, seconds);
        if (isInTime) {
            assertEquals(at.equals("after") ? 200 : 404, asked, "the delay is before or after the engine");
            assertFalse(wasAnswered, "other requests are not held, and this one still is");
        }
        assertEquals(200, answer.join());
        assertFalse(Holding.lasts(beganNs, seconds), "the answer was delayed");
        assertEquals(200, ask(door, id).statusCode());
        return isInTime;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http|\"status\":429,\"retryAfter\":7|429|THROTTLED|false",
                "http|\"status\":418|418|<html>|false",
                "http|\"status\":500|500|INTERNAL|true",
                "http|\"status\":502|502|<html>|true",
                "http|\"status\":503,\"at\":\"before\"|503|STARTING|false",
                "http|\"status\":400,\"body\":\"no\",\"type\":\"text/plain\"|400|no|false",
                "spot|\"code\":\"-1003\"|429|-1003|false",
                "spot|\"code\":\"-1021\"|401|-1021|false",
                "spot|\"code\":\"-2010\"|422|-2010|false",
                "spot|\"code\":\"-1015\"|400|-1015|false",
                "spot|\"status\":502|502|<html>|true",
            })
    void shouldAnswerWithAnotherStatus(
            final String door, final String says, final int status, final String body, final boolean isCarriedOut)
            throws Exception {
        fault(when(door) + "\"status\"," + says + "}");
        final HttpResponse<String> answer = place(door, "a-1");
        assertEquals(status, answer.statusCode(), answer::body);
        assertTrue(answer.body().contains(body), answer::body);
        if (says.contains("retryAfter")) {
            assertEquals("7", answer.headers().firstValue("Retry-After").orElse(""));
        }
        assertEquals(isCarriedOut ? 200 : 404, ask(door, "a-1").statusCode());
        assertEquals(200, placed(place(door, "a-2")));
        assertAllMet();
    }

    @Test
    void shouldHideAnOrderFromReadsForAWhile() throws Exception {
        for (final String door : DOORS) {
            assertEquals(200, placed(place(door, "a-0-" + door)));
        }
        atOnce(DOORS.stream()
                .<Step>map(door -> () -> Holding.look(seconds -> hide(door, 2 * seconds)))
                .toList());
        assertAllMet();
    }

    private boolean hide(final String door, final int seconds) throws Exception {
        final String id = "a-" + seconds + "-" + door;
        fault(when(door) + "\"hide\",\"duration\":\"PT" + seconds + "S\"}");
        final long beganNs = System.nanoTime();
        assertEquals(200, placed(place(door, id)));
        final int asked = ask(door, id).statusCode();
        final String listed = list(door).body();
        final HttpResponse<String> cancel = sent(
                door,
                "DELETE",
                door.equals("http") ? "/v1/orders/by-client/" + id : "/order?symbol=BTCEUR&origClientOrderId=" + id);
        if (!Holding.lasts(beganNs, seconds)) {
            return false;
        }
        assertEquals(404, asked);
        assertTrue(listed.contains("a-0-" + door) && !listed.contains(id), listed);
        assertTrue(cancel.statusCode() == 404 || cancel.statusCode() == 405, cancel::body);
        if (door.equals("spot")) {
            assertTrue(cancel.body().contains("-2011"), cancel::body);
        } else {
            final String again = place(door, id).body();
            assertTrue(again.contains("\"duplicate\":true"), "the repeated order is answered as usual: " + again);
        }
        assertEquals(200, askedUntil(door, id, true), "the order is shown in the end");
        assertTrue(list(door).body().contains(id));
        return true;
    }

    @Test
    void shouldRejectAsTheEngineWould() throws Exception {
        fault(when("http") + "\"reject\",\"reason\":\"RISK_NSF\"}");
        final HttpResponse<String> answer = place("http", "a-1");
        assertEquals(422, answer.statusCode(), answer::body);
        assertTrue(answer.body().contains("RISK_NSF"), answer::body);
        assertEquals(404, ask("http", "a-1").statusCode());
        assertEquals(201, place("http", "a-1").statusCode());
    }

    @Test
    void shouldMeetTheNthThatMatchesAndNobodyElse() throws Exception {
        fault("{\"when\":{\"key\":\"ben\"},\"do\":\"status\",\"status\":500}");
        fault("{\"when\":{\"route\":\"/v1/orders\",\"nth\":2},\"do\":\"status\",\"status\":429}");
        fault("{\"when\":{\"clientOrderId\":\"a-4\"},\"do\":\"status\",\"status\":418}");
        assertEquals(201, place("http", "a-1").statusCode());
        assertEquals(429, place("http", "a-2").statusCode());
        assertEquals(201, place("http", "a-3").statusCode());
        assertEquals(418, place("http", "a-4").statusCode());
        assertEquals(201, place("http", "a-4").statusCode());
        final String unused = venue.control("GET", "/faults?unused", "");
        assertTrue(unused.contains("ben") && !unused.contains("nth"), unused);
        venue.control("DELETE", "/faults", "");
        assertAllMet();
    }

    @Test
    void shouldDrawByTheSeedWhateverOtherFaultsThereAre() throws Exception {
        final String drawn = statuses("");
        assertTrue(drawn.contains("429") && drawn.contains("201"), drawn);
        venue.control("POST", "/reset", "{}");
        clear();
        assertEquals(drawn, statuses(""));
        venue.control("POST", "/reset", "{}");
        clear();
        assertEquals(
                drawn,
                statuses(",{\"when\":{\"key\":\"ben\"},\"do\":\"delay\",\"duration\":\"PT1S\","
                        + "\"probability\":\"0.5\"}"));
    }

    private String statuses(final String more) throws Exception {
        fault("{\"when\":{\"route\":\"/v1/orders\"},\"do\":\"status\",\"status\":429,\"probability\":\"0.4\"}" + more);
        final StringBuilder statuses = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            statuses.append(place("http", "p-" + i).statusCode()).append(' ');
        }
        return statuses.toString();
    }

    @Test
    void shouldWriteDownTheFaultThatARequestMet() throws Exception {
        fault(when("http") + "\"status\",\"status\":429}");
        assertEquals(429, place("http", "a-1").statusCode());
        assertEquals(201, place("http", "a-1").statusCode());
        final String requests = venue.control("GET", "/requests", "");
        assertEquals(1, requests.split("\"fault\":\"status\"", -1).length - 1, requests);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"do\":\"loseAnswr\"|Did you mean \\\"loseAnswer\\\"?",
                "\"when\":{\"dor\":\"http\"},\"do\":\"cut\"|Did you mean \\\"door\\\"?",
                "\"when\":{\"door\":\"htp\"},\"do\":\"cut\"|Did you mean \\\"http\\\"?",
                "\"when\":{\"key\":\"ana\"},\"do\":\"cut\"|Did you mean \\\"anna\\\"?",
                "\"when\":{\"route\":\"POST /v1/order\"},\"do\":\"cut\"|Did you mean \\\"POST /v1/orders\\\"?",
                "\"when\":{\"symbol\":\"BTCEUR\"},\"do\":\"cut\"|Did you mean \\\"BTC-EUR\\\"?",
                "\"do\":\"cut\",\"at\":\"befor\"|Did you mean \\\"before\\\"?",
                "\"do\":\"cut\",\"duration\":\"PT1S\"|key of cut",
                "\"do\":\"delay\"|duration is missing",
                "\"do\":\"status\",\"code\":\"-1022\"|Did you mean \\\"-1021\\\"?",
                "\"do\":\"status\",\"status\":200|400 to 599",
                "\"when\":{\"door\":\"http\"},\"do\":\"reject\",\"reason\":\"RISK_NFS\"|Did you mean \\\"RISK_NSF\\\"?",
                "\"do\":\"reject\",\"reason\":\"RISK_NSF\"|needs a door",
                "\"when\":{\"door\":\"tcp\"},\"do\":\"reject\",\"reason\":\"NOT_YOUR\"|Did you mean \\\"NOT_YOURS\\\"?",
                "\"when\":{\"door\":\"fix\"},\"do\":\"fix\",\"how\":\"logot\"|Did you mean \\\"logout\\\"?",
                "\"do\":\"kill\"|daybook testvenue --killable",
                "\"when\":{\"door\":\"ws\"},\"do\":\"hide\",\"duration\":\"PT1S\"|which is for http, spot",
                "\"do\":\"cut\",\"probability\":\"1.5\"|from \\\"0\\\" to \\\"1\\\"",
                "\"do\":\"cut\",\"times\":0|times must be a whole number",
                "\"do\":\"delay\",\"duration\":\"1s\"|PT1.5S",
            })
    void shouldRefuseATypoWithTheNearestWord(final String fault, final String says) throws Exception {
        final String refusal = venue.refused("POST", "/faults", "{\"faults\":[{" + fault + "}]}");
        assertTrue(refusal.contains(says), refusal);
        assertFalse(venue.control("GET", "/faults", "").contains("number"), "no fault was added");
    }
}
