package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.console.ConsolePage;
import io.daybook.host.Proves;
import io.daybook.server.http.ProblemCode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that the HTTP door serves. */
@Proves("the page is served at the address of a venue, kept by browsers, under a strict policy; pages of the API, too")
class ConsoleServedTest {
    private static final Pattern SCRIPT = Pattern.compile("src=\"(/console/[0-9a-f]+/app.js)\"");

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @Test
    void shouldServeThePageItsFilesAndTheirHeads() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder, "http.publicData=false")) {
            final HttpResponse<String> page = send(venue, "GET", "/", "");
            assertEquals(200, page.statusCode());
            assertEquals("no-cache", header(page, "Cache-Control"));
            assertTrue(header(page, "Content-Security-Policy").startsWith("default-src 'none'; script-src 'self'"));
            final Matcher script = SCRIPT.matcher(page.body());
            assertTrue(script.find(), page.body());
            final String path = script.group(1);

            final HttpResponse<String> file = send(venue, "GET", path, "");
            assertEquals("text/javascript; charset=utf-8", header(file, "Content-Type"));
            assertTrue(header(file, "Cache-Control").contains("immutable"));
            final HttpResponse<String> head = send(venue, "HEAD", path, "");
            assertEquals(200, head.statusCode());
            assertEquals("", head.body());
            assertEquals(header(file, "Content-Length"), header(head, "Content-Length"));

            final String tag = header(file, "ETag");
            final HttpResponse<String> known = send(venue, "GET", path, "\"other\", W/" + tag);
            assertEquals(304, known.statusCode());
            assertEquals("", known.body());
            assertEquals(200, send(venue, "GET", path, "\"other\"").statusCode());
            assertEquals(304, send(venue, "GET", "/", header(page, "ETag")).statusCode());

            assertEquals(
                    404,
                    send(venue, "GET", "/console/0123456789abcdef/app.js", "").statusCode());
            assertEquals(405, send(venue, "POST", "/", "").statusCode());
            assertFalse(send(venue, "GET", "/v1/openapi.json", "").body().contains("/console/"), "not in the API");
        }
    }

    @Test
    void shouldShowEachProblemEachRouteAndEachSchemaToABrowser() throws Exception {
        try (ServedVenue venue = ServedVenue.start(folder)) {
            for (final ProblemCode code : ProblemCode.values()) {
                requirePage(browse(venue, "/problems/" + code), code.name(), code.title(), code.advice());
            }
            for (final ResultCode code : ResultCode.values()) {
                if (code != ResultCode.SUCCESS) {
                    final HttpResponse<String> page = browse(venue, "/problems/" + code);
                    requirePage(page, code.name(), code.meaning(), code.advice());
                    assertTrue(page.body().contains("result code " + code.code() + "."), page.body());
                }
            }
            final HttpResponse<String> plain = send(venue, "GET", "/problems/RISK_NSF", "");
            assertEquals("text/plain; charset=utf-8", header(plain, "Content-Type"));
            assertEquals("Accept", header(plain, "Vary"));
            final HttpResponse<String> preferred =
                    send(venue, "GET", "/problems/RISK_NSF", "", "Accept", "text/html;q=0.5, application/json;q=1");
            assertEquals("text/plain; charset=utf-8", header(preferred, "Content-Type"));
            for (final String path : List.of("/problems/RISK_NSF", "/docs/api", "/v1/openapi.json")) {
                final HttpResponse<String> head = send(venue, "HEAD", path, "");
                assertEquals(200, head.statusCode(), path);
                assertEquals("", head.body(), path);
                assertEquals(
                        header(send(venue, "GET", path, ""), "Content-Length"), header(head, "Content-Length"), path);
            }

            final HttpResponse<String> reference = browse(venue, "/docs/api");
            final String api = send(venue, "GET", "/v1/openapi.json", "").body();
            final List<String> names = new ArrayList<>();
            final Matcher described = Pattern.compile("\"operationId\":\"(\\w+)\"|schemas/(\\w+)\"")
                    .matcher(api);
            while (described.find()) {
                names.add("id=\"" + described.group(described.group(1) == null ? 2 : 1) + "\"");
            }
            assertTrue(names.size() > 100, api);
            requirePage(reference, names.toArray(String[]::new));
            final Matcher links = Pattern.compile("href=\"#([^\"]+)\"").matcher(reference.body());
            while (links.find()) {
                assertTrue(reference.body().contains("id=\"" + links.group(1) + "\""), links.group());
            }
            assertTrue(reference.body().contains("<td>text</td><td>a listing</td>"), "the members of a body");
        }
    }

    /** Requires an HTML page with these parts, without a script, under the policy. */
    private static void requirePage(final HttpResponse<String> page, final String... parts) {
        assertEquals(200, page.statusCode());
        assertEquals("text/html; charset=utf-8", header(page, "Content-Type"));
        assertTrue(header(page, "Content-Security-Policy").startsWith("default-src 'none'"));
        assertFalse(page.body().contains("<script"), page.body());
        for (final String part : parts) {
            final String escaped = part.startsWith("id=") ? part : ConsolePage.escaped(part);
            assertTrue(page.body().contains(escaped), () -> part + " is missing in " + page.uri());
        }
    }

    private HttpResponse<String> browse(final ServedVenue venue, final String path) throws Exception {
        return send(
                venue, "GET", path, "", "Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
    }

    private HttpResponse<String> send(
            final ServedVenue venue, final String method, final String path, final String known) throws Exception {
        return send(venue, method, path, known, "Accept", "*/*");
    }

    private HttpResponse<String> send(
            final ServedVenue venue,
            final String method,
            final String path,
            final String known,
            final String... headers)
            throws Exception {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + venue.port() + path))
                .headers(headers)
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (!known.isEmpty()) {
            request.header("If-None-Match", known);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String header(final HttpResponse<String> response, final String name) {
        return response.headers().firstValue(name).orElse("");
    }
}
