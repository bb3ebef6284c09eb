package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as the HTTP door serves it. */
@Proves("the page is served at the address of a venue, kept by browsers, under a strict policy")
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
            assertFalse(send(venue, "GET", "/v1/openapi.json", "").body().contains("/console/"), "no part of the API");
        }
    }

    private HttpResponse<String> send(
            final ServedVenue venue, final String method, final String path, final String known) throws Exception {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + venue.port() + path))
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
