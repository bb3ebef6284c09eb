package io.daybook.server.http;

import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request before all checks.
 *
 * @param method of HTTP
 * @param target path and query
 * @param headers by lower-case name, the first of each
 * @param body its bytes
 * @param address the client's
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RawRequest(String method, String target, Map<String, String> headers, byte[] body, InetAddress address) {

    /** A header, or null. */
    public @Nullable String header(final String name) {
        return headers.get(name);
    }
}
