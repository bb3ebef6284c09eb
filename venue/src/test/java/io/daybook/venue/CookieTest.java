package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A browser that trades its token for a cookie, and pages of other sites that try to use the cookie. */
@Proves("a person can log in with a token or a password, but not by guessing")
@Tag("whole")
class CookieTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String[] OF_PAGE = {"X-Daybook", "1", "Content-Type", "application/json"};

    @TempDir
    private Path folder;

    private ServedVenue venue;
    private String anna;

    @BeforeEach
    void start() throws Exception {
        venue = ServedVenue.start(folder);
        anna = venue.trader(301, "2", "100000");
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    private HttpResponse<String> send(
            final String cookie, final String method, final String target, final String body, final String... headers)
            throws IOException, InterruptedException {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + venue.port() + target))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .header("Cookie", "theme=dark; daybook-" + venue.port() + "=" + cookie);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> login(final String token) throws IOException, InterruptedException {
        return venue.send("", "POST", "/v1/session", "{\"token\":\"" + token + "\"}");
    }

    private static String cookie(final HttpResponse<String> login) {
        return login.headers().firstValue("Set-Cookie").orElseThrow().replaceAll("^daybook-\\d+=|;.*", "");
    }

    @Test
    void shouldTradeATokenForACookieThatNoScriptReads() throws Exception {
        final HttpResponse<String> login = login(anna);
        assertEquals("trader 301", member(ok(login), "name"));
        final String given = login.headers().firstValue("Set-Cookie").orElseThrow();
        assertTrue(
                given.matches(
                        "daybook-" + venue.port() + "=[\\w-]{43}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"),
                given);
        final String cookie = cookie(login);
        assertEquals("trader 301", member(ok(send(cookie, "GET", "/v1/session", "")), "name"));
        final String body = order("buy", "100.00", "0.1", "c-1");
        assertEquals(201, send(cookie, "POST", "/v1/orders", body, OF_PAGE).statusCode());

        final HttpResponse<String> logout = send(cookie, "POST", "/v1/logout", "", "X-Daybook", "1");
        assertEquals(200, logout.statusCode(), logout.body());
        assertTrue(logout.headers().firstValue("Set-Cookie").orElseThrow().contains("=; Path=/; Max-Age=0"));
        assertEquals(401, send(cookie, "GET", "/v1/session", "").statusCode());
        assertEquals(400, venue.send(anna, "POST", "/v1/logout", "").statusCode(), "a token is not a cookie");
        final String audit = Files.readString(venue.data().resolve("server/audit.jsonl"));
        assertTrue(audit.contains("login") && audit.contains("logout"), audit);
        assertFalse(audit.contains(cookie));
    }

    @Test
    void shouldChangeNothingForAPageOfAnother() throws Exception {
        final String cookie = cookie(login(anna));
        final String body = order("buy", "100.00", "0.1", "c-2");
        assertEquals(403, send(cookie, "POST", "/v1/orders", body).statusCode());
        assertEquals(
                403, send(cookie, "POST", "/v1/orders", body, "X-Daybook", "1").statusCode(), "a form's type");
        assertEquals(
                403,
                send(cookie, "POST", "/v1/orders", body, "Content-Type", "application/json")
                        .statusCode());
        assertEquals(
                403,
                send(
                                cookie,
                                "POST",
                                "/v1/orders",
                                body,
                                "X-Daybook",
                                "1",
                                "Content-Type",
                                "application/json",
                                "Origin",
                                "http://elsewhere.example")
                        .statusCode());
        assertEquals(403, send(cookie, "DELETE", "/v1/orders", "").statusCode());
        assertEquals("{\"items\":[]", ok(venue.get(anna, "/v1/orders")).substring(0, 11));
        assertEquals(401, login("dbk_wrong").statusCode());
    }

    @Test
    void shouldOpenSocketsForPagesOfItsOwn() throws Exception {
        final String cookie = cookie(login(anna));
        final String answer = RawSocket.upgrade(venue.port(), "Cookie: daybook-" + venue.port() + "=" + cookie);
        assertTrue(answer.startsWith("HTTP/1.1 403"), answer);
        final String own =
                "Cookie: daybook-" + venue.port() + "=" + cookie + "\r\nOrigin: http://127.0.0.1:" + venue.port();
        assertTrue(RawSocket.upgrade(venue.port(), own).startsWith("HTTP/1.1 101"));
    }

    @Test
    void shouldEndWithTheKeyOrAStart() throws Exception {
        final String key = venue.key(301, "bearer", "");
        final String ended = cookie(login(member(key, "secret")));
        final String cookie = cookie(login(anna));
        ok(venue.send(venue.adminToken(), "DELETE", "/v1/admin/keys/" + member(key, "number"), ""));
        assertEquals(401, send(ended, "GET", "/v1/session", "").statusCode());
        assertEquals(200, send(cookie, "GET", "/v1/session", "").statusCode());
        assertEquals(200, send("wrong", "GET", "/v1/time", "").statusCode(), "an old cookie must not block anyone");
        venue.restart();
        assertEquals(401, send(cookie, "GET", "/v1/session", "").statusCode());
    }

    @Test
    void shouldKeepFewOfAKey() throws Exception {
        final String first = cookie(login(anna));
        String last = first;
        for (int i = 0; i < 16; i++) {
            last = cookie(login(anna));
        }
        assertEquals(401, send(first, "GET", "/v1/session", "").statusCode());
        assertEquals(200, send(last, "GET", "/v1/session", "").statusCode());
    }
}
