package io.daybook.server.http;

import io.daybook.server.identity.BrowserSessions;
import io.daybook.server.identity.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The cookie by which a browser shows its session. A browser sends it with each request of a page, so a change needs a
 * header that pages of other origins cannot set.
 */
public final class Cookies {
    private static final String PAGE = "x-daybook";

    private final BrowserSessions sessions;
    private final boolean isSecure;

    /**
     * The name of the cookie. {@link #port} adds the port, because all ports of a host share cookies, and each server
     * needs its own.
     */
    private volatile String name = "daybook";

    /**
     * Makes the cookies of these sessions.
     *
     * @param isSecure whether browsers use TLS
     */
    public Cookies(final BrowserSessions sessions, final boolean isSecure) {
        this.sessions = sessions;
        this.isSecure = isSecure;
    }

    /** Sets the port at which browsers reach the server. Called before the first request. */
    public void port(final int port) {
        name = "daybook-" + port;
    }

    /** Adds the header that gives a browser its secret. */
    public Response given(final Response response, final String secret) {
        return set(response, secret, BrowserSessions.SECONDS);
    }

    /** Adds the header that removes the secret. */
    public Response taken(final Response response) {
        return set(response, "", 0);
    }

    private Response set(final Response response, final String value, final long seconds) {
        return response.with(
                "Set-Cookie",
                name + "=" + value + "; Path=/; Max-Age=" + seconds + "; HttpOnly; SameSite=Strict"
                        + (isSecure ? "; Secure" : ""));
    }

    /**
     * The caller of the session whose cookie a request has, or null.
     *
     * @throws Problem for a change that a page of another origin may have sent
     */
    @Nullable
    Caller caller(final RawRequest raw, final boolean isChange) {
        final String secret = secret(raw.header("cookie"));
        final Caller caller = secret == null ? null : sessions.caller(secret, raw.address());
        if (caller != null && isChange && !isOfPage(raw)) {
            throw Problem.of(
                    ProblemCode.FORBIDDEN,
                    "a change with a cookie must have the header X-Daybook: 1, and Content-Type: application/json if"
                            + " it has a body");
        }
        return caller;
    }

    /** Returns whether the session of a caller is still valid; true for a caller without a session. */
    boolean stillCounts(final Caller caller) {
        return sessions.stillCounts(caller);
    }

    private static boolean isOfPage(final RawRequest raw) {
        final String type = raw.header("content-type");
        return "1".equals(raw.header(PAGE))
                && (raw.body().length == 0
                        || type != null && type.split(";", 2)[0].strip().equals(Response.JSON));
    }

    private @Nullable String secret(final @Nullable String header) {
        if (header != null) {
            for (final String cookie : header.split(";")) {
                final int equals = cookie.indexOf('=');
                if (equals > 0 && cookie.substring(0, equals).strip().equals(name)) {
                    return cookie.substring(equals + 1).strip();
                }
            }
        }
        return null;
    }
}
