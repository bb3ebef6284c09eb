package io.daybook.testvenue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A test venue as a test uses it: its first line, its control door, and its HTTP door as a trader sees it. */
final class Running implements AutoCloseable {
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final TestVenue venue;
    private final String line;

    Running(final TestVenueSettings settings) throws Exception {
        this.venue = TestVenue.start(settings);
        this.line = venue.firstLine();
    }

    /** The first text or number under a name in a text of JSON. */
    static String member(final String json, final String name) {
        final Matcher found = Pattern.compile("\"" + name + "\":(?:\"([^\"]*)\"|([-0-9a-z.]+))")
                .matcher(json);
        assertTrue(found.find(), () -> name + " in " + json);
        return found.group(1) == null ? found.group(2) : found.group(1);
    }

    String line() {
        return line;
    }

    String line(final String name) {
        return member(line, name);
    }

    /** The object of a trader in the first line. */
    String trader(final String name) {
        final int at = line.indexOf("{\"name\":\"" + name + "\",\"uid\"");
        return line.substring(at);
    }

    /** Sends a request to the control door; returns the body of the answer, which must not be a refusal. */
    String control(final String method, final String path, final String body) throws Exception {
        final HttpResponse<String> answer = asked(method, path, body);
        assertTrue(answer.statusCode() < 300, () -> method + " " + path + ": " + answer.body());
        return answer.body();
    }

    /** Sends a request that the control door must refuse. */
    String refused(final String method, final String path, final String body) throws Exception {
        final HttpResponse<String> answer = asked(method, path, body);
        assertTrue(answer.statusCode() >= 400, () -> method + " " + path + ": " + answer.body());
        return answer.body();
    }

    private HttpResponse<String> asked(final String method, final String path, final String body) throws Exception {
        return send(line("control") + path, method, line("token"), body);
    }

    /** Sends a request to the HTTP door as a trader. */
    HttpResponse<String> http(final String name, final String method, final String path, final String body)
            throws Exception {
        return send(line("http") + path, method, member(trader(name), "bearer"), body);
    }

    /** Sends a request as a trader; returns the body of the answer, which must have this status. */
    String http(final int status, final String name, final String method, final String path, final String body)
            throws Exception {
        final HttpResponse<String> answer = http(name, method, path, body);
        assertEquals(status, answer.statusCode(), answer::body);
        return answer.body();
    }

    /** Waits until an order is in a state. */
    void await(final String clientId, final String state) throws Exception {
        final String answer = control(
                "POST", "/await", "{\"order\":\"" + clientId + "\",\"state\":\"" + state + "\",\"timeout\":\"PT1M\"}");
        assertTrue(answer.contains("\"holds\":true"), answer);
    }

    /** Waits until followers, which show orders and trades, have received all results. */
    void awaitHeard() throws Exception {
        final String answer = control(
                "POST", "/await", "{\"seq\":" + member(control("GET", "/hash", ""), "seq") + ",\"timeout\":\"PT1M\"}");
        assertTrue(answer.contains("\"holds\":true"), answer);
    }

    /** An order with a limit. */
    static String order(final String side, final String price, final String size, final String clientId) {
        return "{\"symbol\":\"BTC-EUR\",\"side\":\"" + side + "\",\"type\":\"limit\",\"price\":\"" + price
                + "\",\"size\":\"" + size + "\",\"clientOrderId\":\"" + clientId + "\"}";
    }

    static HttpResponse<String> send(final String url, final String method, final String token, final String body)
            throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("Authorization", "Bearer " + token)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() throws IOException {
        venue.close();
    }
}
