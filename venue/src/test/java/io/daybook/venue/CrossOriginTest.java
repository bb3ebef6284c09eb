package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static io.daybook.venue.ServedVenue.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.config.Inputs;
import io.daybook.host.Proves;
import io.daybook.server.config.ServerSections;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of other servers: one that the file allows, and others. */
@Proves("pages of other origins get what the file allows")
@Tag("whole")
class CrossOriginTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String APP = "https://app.example";
    private static final String OTHER = "https://other.example";
    private static final String ALLOWED = "Access-Control-Allow-Origin";

    @TempDir
    private Path folder;

    private ServedVenue venue;
    private String anna;

    @BeforeEach
    void start() throws Exception {
        venue = ServedVenue.at(folder);
        name(APP);
        venue.begin();
        anna = venue.trader(301, "2", "100000");
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    private void name(final String origin) throws IOException {
        final Path file = folder.resolve("daybook.toml");
        final String others = Files.readString(file).replaceAll("corsOrigins.*\n", "");
        Files.writeString(file, others.replace("[http]\n", "[http]\ncorsOrigins = [\"" + origin + "\"]\n"));
    }

    private HttpResponse<String> send(
            final String origin, final String method, final String target, final String body, final String... headers)
            throws IOException, InterruptedException {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + venue.port() + target))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Origin", origin);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> placeFrom(final String origin) throws IOException, InterruptedException {
        return send(
                origin,
                "POST",
                "/v1/orders",
                order("buy", "1.00", "0.00001", "c-1"),
                "Authorization",
                "Bearer " + anna,
                "Content-Type",
                "application/json");
    }

    private static Optional<String> header(final HttpResponse<String> answer, final String name) {
        return answer.headers().firstValue(name);
    }

    @Test
    void shouldLetThePageReadAndTradeWithAKey() throws Exception {
        final HttpResponse<String> book = send(APP, "GET", "/v1/book/BTC-EUR", "");
        assertEquals(200, book.statusCode());
        assertEquals(APP, header(book, ALLOWED).orElseThrow());
        assertEquals(List.of("Origin"), book.headers().allValues("Vary"));
        final HttpResponse<String> order = placeFrom(APP);
        assertEquals(201, order.statusCode(), order.body());
        assertEquals(APP, header(order, ALLOWED).orElseThrow());
        assertTrue(header(order, "Access-Control-Expose-Headers").orElseThrow().contains("Daybook-Seq"));
        final HttpResponse<String> refused = send(APP, "GET", "/v1/orders", "");
        assertEquals(401, refused.statusCode());
        assertEquals(APP, header(refused, ALLOWED).orElseThrow(), "the page must be able to read the reason");
    }

    @Test
    void shouldAnswerBrowsersThatAskBefore() throws Exception {
        final String[] question = {
            "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,content-type"
        };
        final HttpResponse<String> answer = send(APP, "OPTIONS", "/v1/orders", "", question);
        assertEquals(204, answer.statusCode());
        assertEquals(APP, header(answer, ALLOWED).orElseThrow());
        assertTrue(header(answer, "Access-Control-Allow-Methods").orElseThrow().contains("POST"));
        assertTrue(header(answer, "Access-Control-Allow-Headers").orElseThrow().contains("Authorization"));
        assertEquals(Optional.empty(), header(answer, "Access-Control-Allow-Credentials"));
        final HttpResponse<String> ofOther = send(OTHER, "OPTIONS", "/v1/orders", "", question);
        assertEquals(405, ofOther.statusCode());
        assertEquals(Optional.empty(), header(ofOther, ALLOWED));
    }

    @Test
    void shouldRefuseAllOtherPages() throws Exception {
        assertEquals(Optional.empty(), header(send(OTHER, "GET", "/v1/book/BTC-EUR", ""), ALLOWED));
        final HttpResponse<String> order = placeFrom(OTHER);
        assertEquals(403, order.statusCode());
        assertEquals("FORBIDDEN", member(order.body(), "code"));
    }

    @Test
    void shouldRefuseTheCookieOfThisServersPages() throws Exception {
        final HttpResponse<String> login = venue.send("", "POST", "/v1/session", "{\"token\":\"" + anna + "\"}");
        ok(login);
        final String cookie = header(login, "Set-Cookie").orElseThrow().replaceAll(";.*", "");
        final String[] asPage = {"Cookie", cookie, "X-Daybook", "1", "Content-Type", "application/json"};
        final String body = order("buy", "1.00", "0.00001", "c-1");
        assertEquals(403, send(APP, "POST", "/v1/orders", body, asPage).statusCode());
        assertEquals(403, send(APP, "GET", "/v1/orders", "", asPage).statusCode());
        final String own = "http://127.0.0.1:" + venue.port();
        assertEquals(201, send(own, "POST", "/v1/orders", body, asPage).statusCode());
    }

    @Test
    void shouldHearOfOtherPagesWhileItRuns() throws Exception {
        name(OTHER);
        venue.server().reload(ServerSections.read(folder.resolve("daybook.toml"), Inputs.of(Map.of(), List.of())));
        assertEquals(OTHER, header(send(OTHER, "GET", "/v1/time", ""), ALLOWED).orElseThrow());
        assertEquals(Optional.empty(), header(send(APP, "GET", "/v1/time", ""), ALLOWED));
    }
}
