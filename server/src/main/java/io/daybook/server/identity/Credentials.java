package io.daybook.server.identity;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of a request.
 *
 * @param authorization the header {@code Authorization}, or null
 * @param key {@code Daybook-Key}, or null
 * @param time {@code Daybook-Time}, or null
 * @param sign {@code Daybook-Sign}, or null
 * @param method the method of the request
 * @param target the path and the query as sent
 * @param body the bytes of the body
 * @param address the address of the client
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Credentials(
        @Nullable String authorization,
        @Nullable String key,
        @Nullable String time,
        @Nullable String sign,
        String method,
        String target,
        byte[] body,
        InetAddress address) {

    /** The credentials of a request with a bearer token. */
    public static Credentials ofToken(final String token, final String target, final InetAddress address) {
        return new Credentials("Bearer " + token, null, null, null, "POST", target, new byte[0], address);
    }

    /** Returns whether the request has credentials. */
    public boolean areGiven() {
        return authorization != null || key != null || sign != null;
    }

    @Override
    public String toString() {
        return "Credentials[not shown]";
    }
}
