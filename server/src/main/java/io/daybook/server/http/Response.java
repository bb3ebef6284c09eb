package io.daybook.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * An answer.
 *
 * @param status of HTTP
 * @param contentType of its bytes
 * @param body its bytes
 * @param headers beside the usual
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Response(int status, String contentType, byte[] body, Map<String, String> headers) {
    /** Of JSON. */
    public static final String JSON = "application/json";

    /** The header that says which result an answer shows. */
    static final String SEQ = "Daybook-Seq";

    /** JSON with 200. */
    public static Response json(final Json json) {
        return json(200, json);
    }

    /** JSON with a status. */
    public static Response json(final int status, final Json json) {
        return new Response(status, JSON, json.bytes(), Map.of());
    }

    /** A text with a status. */
    public static Response text(final int status, final String contentType, final String text) {
        return new Response(status, contentType, text.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** With a further header. */
    public Response with(final String name, final String value) {
        final Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return new Response(status, contentType, body, more);
    }

    /** The same with 304; the codec leaves its body out, as that of an answer to HEAD. */
    Response notModified() {
        return new Response(304, contentType, body, headers);
    }

    /** Which result it shows. */
    public Response seq(final long seq) {
        return with(SEQ, Long.toString(seq));
    }

    /** An answer that is there already. */
    public CompletionStage<Response> now() {
        return CompletableFuture.completedFuture(this);
    }
}
