package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person with a name and a password, who exchanges them for a cookie. */
@Proves("a person can log in with a token or a password, but not by guessing")
@Tag("whole")
class PasswordTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String SECRET = "blue whale, 17 knots";
    private static final String OTHER = "red kite in the rain";
    private static final long PATIENCE_S = 60;
    private static final long LOOK_NS = 1_000_000;

    @TempDir
    private Path folder;

    private ServedVenue venue;
    private String key;

    @BeforeEach
    void start() throws Exception {
        venue = ServedVenue.start(folder);
        final HttpResponse<String> made = add("Anna K.", "\"password\":\"" + SECRET + "\"");
        assertEquals(201, made.statusCode(), made.body());
        assertFalse(made.body().contains("\"secret\""), made.body());
        key = member(made.body(), "number");
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    private HttpResponse<String> add(final String name, final String more) throws Exception {
        return venue.send(
                venue.adminToken(),
                "POST",
                "/v1/admin/keys",
                "{\"name\":\"" + name + "\",\"kind\":\"password\",\"roles\":[\"viewer\"]," + more + "}");
    }

    private HttpResponse<String> login(final String name, final String password) throws Exception {
        return venue.send("", "POST", "/v1/session", "{\"name\":\"" + name + "\",\"password\":\"" + password + "\"}");
    }

    private HttpResponse<String> withCookie(
            final String cookie, final String method, final String target, final String body) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + venue.port() + target))
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .headers(
                                "Cookie",
                                "daybook-" + venue.port() + "=" + cookie,
                                "X-Daybook",
                                "1",
                                "Content-Type",
                                "application/json")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private int seen(final String cookie) throws Exception {
        return withCookie(cookie, "GET", "/v1/session", "").statusCode();
    }

    private static String cookie(final HttpResponse<String> login) {
        assertEquals(200, login.statusCode(), login.body());
        return login.headers().firstValue("Set-Cookie").orElseThrow().replaceAll("^daybook-\\d+=|;.*", "");
    }

    @Test
    void shouldTradeAPasswordForACookieAndForNothingElse() throws Exception {
        final HttpResponse<String> login = login("Anna K.", SECRET);
        final String cookie = cookie(login);
        assertEquals("Anna K.", member(ok(login), "name"));
        assertEquals(200, seen(cookie));
        assertEquals(401, venue.get(SECRET, "/v1/session").statusCode(), "a password is not a token");
        for (final Path file : new Path[] {
            venue.data().resolve("server/identity.db"), venue.data().resolve("server/audit.jsonl")
        }) {
            assertFalse(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains("blue whale"));
        }
        venue.restart();
        assertEquals(401, seen(cookie), "a restart must end the cookie");
        assertEquals(200, seen(cookie(login("Anna K.", SECRET))));
        ok(venue.send(venue.adminToken(), "DELETE", "/v1/admin/keys/" + key, ""));
        assertEquals(401, login("Anna K.", SECRET).statusCode());
    }

    @Test
    void shouldNotTellANameFromAPassword() throws Exception {
        final AtomicInteger reckoned = new AtomicInteger();
        venue.onPassword(reckoned::incrementAndGet);
        final HttpResponse<String> wrong = login("Anna K.", OTHER);
        assertEquals(1, reckoned.get());
        final HttpResponse<String> nobody = login("Nobody", SECRET);
        assertEquals(2, reckoned.get(), "an unknown name must take as long");
        assertEquals(401, wrong.statusCode());
        assertEquals(wrong.body().replaceAll("requestId.*", ""), nobody.body().replaceAll("requestId.*", ""));
    }

    /** Holds up the thread that computes with a password until it is released. */
    private final class Held implements Runnable {
        private final CountDownLatch here = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        private Held() {
            venue.onPassword(this);
        }

        @Override
        public void run() {
            here.countDown();
            try {
                assertTrue(goOn.await(PATIENCE_S, TimeUnit.SECONDS), "the thread was never released");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private void awaitReckoning() throws InterruptedException {
            assertTrue(here.await(PATIENCE_S, TimeUnit.SECONDS), "no password is being computed");
        }
    }

    private static CompletableFuture<HttpResponse<String>> meanwhile(final Callable<HttpResponse<String>> request) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return request.call();
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
    }

    @Test
    void shouldHoldUpNobodyElseWhileAPasswordIsReckonedWith() throws Exception {
        final String anna = venue.trader(301, "1", "1000");
        final Held held = new Held();
        final CompletableFuture<HttpResponse<String>> adding =
                meanwhile(() -> add("Bert", "\"password\":\"" + OTHER + "\""));
        held.awaitReckoning();
        ok(venue.get(anna, "/v1/account"));
        ok(venue.get(venue.adminToken(), "/v1/admin/keys"));
        ok(venue.send(
                venue.adminToken(),
                "POST",
                "/v1/admin/keys",
                "{\"name\":\"bot\",\"kind\":\"bearer\",\"roles\":[\"viewer\"]}"));
        venue.door().refreshKeys();
        assertFalse(adding.isDone());
        held.goOn.countDown();
        assertEquals(201, adding.get(PATIENCE_S, TimeUnit.SECONDS).statusCode());
    }

    @Test
    void shouldAnswerAPasswordThatIsReckonedWithAsItEnds() throws Exception {
        final Held held = new Held();
        final CompletableFuture<HttpResponse<String>> login = meanwhile(() -> login("Anna K.", SECRET));
        held.awaitReckoning();
        final Thread closing = new Thread(venue::close);
        closing.start();
        final long beganNs = System.nanoTime();
        while (closing.isAlive()
                && closing.getState() != Thread.State.TIMED_WAITING
                && System.nanoTime() - beganNs < TimeUnit.SECONDS.toNanos(PATIENCE_S)) {
            LockSupport.parkNanos(LOOK_NS);
        }
        held.goOn.countDown();
        assertEquals(200, login.get(PATIENCE_S, TimeUnit.SECONDS).statusCode());
        closing.join(TimeUnit.SECONDS.toMillis(PATIENCE_S));
        assertFalse(closing.isAlive());
        assertTrue(Files.readString(venue.data().resolve("server/audit.jsonl")).contains("\"login\""));
    }

    @Test
    void shouldCheckFewOfAnAddress() throws Exception {
        venue.holdSeconds();
        for (int i = 0; i < 10; i++) {
            assertEquals(200, login("Anna K.", SECRET).statusCode(), "login " + i);
        }
        final HttpResponse<String> tooMany = login("Anna K.", SECRET);
        assertEquals(429, tooMany.statusCode());
        assertTrue(tooMany.body().contains("10 passwords a minute"), tooMany.body());
        assertEquals("60", tooMany.headers().firstValue("Retry-After").orElse(""));
        assertEquals(200, venue.get(venue.adminToken(), "/v1/session").statusCode(), "keys go on");
    }

    @Test
    void shouldNotCheckTheRightOneBehindTenThatWereWrong() throws Exception {
        venue.holdSeconds();
        for (int i = 0; i < 10; i++) {
            assertEquals(401, login("Anna K.", OTHER).statusCode(), "wrong " + i);
        }
        assertEquals(429, login("Anna K.", SECRET).statusCode(), "the right password is refused, too");
        assertEquals(200, venue.get(venue.adminToken(), "/v1/session").statusCode(), "keys go on");
    }

    @Test
    void shouldTakeALetterWithItsAccentAsOneCharacterOrAsTwo() throws Exception {
        assertEquals(
                201, add("Rene", "\"password\":\"caf\u00e9 au lait, tard\"").statusCode());
        assertEquals(200, login("Rene", "cafe\u0301 au lait, tard").statusCode());
    }

    @Test
    void shouldEndWhatBeganWithThePasswordBefore() throws Exception {
        final String first = cookie(login("Anna K.", SECRET));
        final String second = cookie(login("Anna K.", SECRET));
        assertEquals(
                401,
                withCookie(first, "POST", "/v1/password", "{\"old\":\"" + OTHER + "\",\"new\":\"" + OTHER + "\"}")
                        .statusCode());
        final HttpResponse<String> tooShort =
                withCookie(first, "POST", "/v1/password", "{\"old\":\"" + SECRET + "\",\"new\":\"short\"}");
        assertEquals(400, tooShort.statusCode());
        assertTrue(tooShort.body().contains("12 to 128 characters"), tooShort.body());
        assertEquals(200, seen(first));

        final String fresh = cookie(
                withCookie(first, "POST", "/v1/password", "{\"old\":\"" + SECRET + "\",\"new\":\"" + OTHER + "\"}"));
        assertEquals(401, seen(first));
        assertEquals(401, seen(second));
        assertEquals(200, seen(fresh));
        assertEquals(401, login("Anna K.", SECRET).statusCode());
        assertEquals(200, login("Anna K.", OTHER).statusCode());
        assertTrue(Files.readString(venue.data().resolve("server/audit.jsonl")).contains("change password"));
        assertEquals(
                400,
                venue.send(
                                venue.adminToken(),
                                "POST",
                                "/v1/password",
                                "{\"old\":\"" + SECRET + "\",\"new\":\"" + OTHER + "\"}")
                        .statusCode(),
                "a token has no password");
    }

    @Test
    void shouldRefuseWhatDoesNotFit() throws Exception {
        assertEquals(400, add("Anna K.", "\"password\":\"" + OTHER + "\"").statusCode(), "the name is taken");
        assertEquals(400, add("Bert", "\"password\":\"short\"").statusCode());
        assertEquals(400, add("Bert", "\"expiresMs\":0").statusCode());
        assertEquals(
                400,
                add("Bert", "\"publicKey\":\"AAAA\",\"password\":\"" + OTHER + "\"")
                        .statusCode());
        assertEquals(
                400,
                venue.send("", "POST", "/v1/session", "{\"name\":\"Anna K.\"}").statusCode());
        assertEquals(
                400,
                venue.send("", "POST", "/v1/session", "{\"token\":\"dbk_x\",\"name\":\"A\",\"password\":\"B\"}")
                        .statusCode());
    }
}
