package io.daybook.venue.spot;

import io.daybook.venue.MutatedRequests;
import io.daybook.venue.ServedVenue;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.SplittableRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Sends requests of the dialect, signed with the characters of an HMAC secret. */
public final class SpotClient {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** The longest window: a busy machine may delay a request for longer than the usual five seconds. */
    private static final int WINDOW_MS = 60_000;

    private final int port;
    final String apiKey;
    final String secret;
    private long lastMs;

    /** The unit of times in answers; null for the usual one. */
    @Nullable
    String timeUnit;

    public SpotClient(final int port, final String apiKey, final String secret) {
        this.port = port;
        this.apiKey = apiKey;
        this.secret = secret;
    }

    /** Creates a client with a new key of a user. */
    public static SpotClient of(final ServedVenue venue, final long uid) throws IOException, InterruptedException {
        final String made = venue.key(uid, "hmac", "");
        return new SpotClient(venue.port(), ServedVenue.member(made, "apiKey"), ServedVenue.member(made, "secret"));
    }

    /** Returns the requests of a trader with money and both kinds of keys, which are then mutated. */
    public static MutatedRequests mutated(final ServedVenue venue, final SplittableRandom dice)
            throws IOException, InterruptedException {
        final String token = venue.trader(301, "2", "100000");
        final SpotClient client = of(venue, 301);
        return new MutatedRequests(token, client.apiKey, client::sign, dice);
    }

    /** Sends a request that is signed now, with all parameters in the query. */
    public HttpResponse<String> signed(final String method, final String path, final String parameters)
            throws IOException, InterruptedException {
        return send(method, path, withSignature(parameters), "");
    }

    /**
     * Returns parameters with time and signature. Two requests of the same millisecond would count as one, so each gets
     * another time.
     */
    String withSignature(final String parameters) {
        lastMs = Math.max(System.currentTimeMillis(), lastMs + 1);
        final String window = parameters.contains("recvWindow") ? "" : "recvWindow=" + WINDOW_MS + "&";
        final String text = (parameters.isEmpty() ? "" : parameters + "&") + window + "timestamp=" + lastMs;
        return text + "&signature=" + sign(text);
    }

    String sign(final String text) {
        return sign(secret, text);
    }

    static String sign(final String secret, final String text) {
        try {
            final Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    HttpResponse<String> get(final String path) throws IOException, InterruptedException {
        return send("GET", path, "", "", null);
    }

    HttpResponse<String> send(final String method, final String path, final String query, final String body)
            throws IOException, InterruptedException {
        return send(method, path, query, body, apiKey);
    }

    HttpResponse<String> send(
            final String method, final String path, final String query, final String body, final @Nullable String key)
            throws IOException, InterruptedException {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + path + (query.isEmpty() ? "" : "?" + query)))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (key != null) {
            request.header("X-MBX-APIKEY", key);
        }
        final String unit = timeUnit;
        if (unit != null) {
            request.header("X-MBX-TIME-UNIT", unit);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static String encoded(final String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
