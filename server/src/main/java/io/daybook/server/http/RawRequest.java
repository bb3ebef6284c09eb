package io.daybook.server.http;

import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request before all checks.
 *
 * @param method the HTTP method
 * @param target path and query
 * @param headers the first header of each name, by lower-case name
 * @param body the bytes of the body
 * @param address the address of the client
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RawRequest(String method, String target, Map<String, String> headers, byte[] body, InetAddress address) {

    /** A header, or null. */
    public @Nullable String header(final String name) {
        return headers.get(name);
    }
}
