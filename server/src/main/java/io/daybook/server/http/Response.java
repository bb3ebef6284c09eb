package io.daybook.server.http;

import io.daybook.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * An answer.
 *
 * @param status the HTTP status
 * @param contentType the content type of the body
 * @param body the bytes of the body
 * @param headers the headers that not every answer has
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Response(int status, String contentType, byte[] body, Map<String, String> headers) {
    /** The content type of JSON. */
    public static final String JSON = "application/json";

    /** The header with the seq of the last result that an answer shows. */
    static final String SEQ = "Daybook-Seq";

    /** Makes an answer of JSON with 200. */
    public static Response json(final Json json) {
        return json(200, json);
    }

    /** Makes an answer of JSON with a status. */
    public static Response json(final int status, final Json json) {
        return new Response(status, JSON, json.bytes(), Map.of());
    }

    /** Makes an answer of a text with a status. */
    public static Response text(final int status, final String contentType, final String text) {
        return new Response(status, contentType, text.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** Adds a header. */
    public Response with(final String name, final String value) {
        final Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return new Response(status, contentType, body, more);
    }

    /** This answer with 304; the codec leaves out its body, as for HEAD. */
    Response notModified() {
        return new Response(304, contentType, body, headers);
    }

    /** Adds the seq of the last result that the answer shows. */
    public Response seq(final long seq) {
        return with(SEQ, Long.toString(seq));
    }

    /** This answer as a completed stage. */
    public CompletionStage<Response> now() {
        return CompletableFuture.completedFuture(this);
    }
}
