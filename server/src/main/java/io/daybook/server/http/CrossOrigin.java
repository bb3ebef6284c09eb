package io.daybook.server.http;

import io.daybook.server.identity.Caller;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pages of other origins that may read answers, and send changes with a key, by the protocol of <a
 * href="https://fetch.spec.whatwg.org/#http-cors-protocol">Fetch</a>. They cannot use the cookie: no answer allows
 * credentials, and their changes and sockets with a cookie are refused.
 */
final class CrossOrigin {
    private static final String ORIGIN = "origin";

    private final Set<String> origins;

    /** Allows these origins, as browsers write them. */
    CrossOrigin(final List<String> origins) {
        this.origins = Set.copyOf(origins);
    }

    /** Returns whether a page of this origin may send requests. */
    boolean allows(final String origin) {
        return origins.contains(origin);
    }

    /** The answer to a preflight request; null for other requests. */
    @Nullable
    Response preflight(final RawRequest raw) {
        final String origin = raw.header(ORIGIN);
        if (!raw.method().equals("OPTIONS")
                || origin == null
                || !allows(origin)
                || raw.header("access-control-request-method") == null) {
            return null;
        }
        return Response.text(204, "text/plain", "")
                .with("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
                .with(
                        "Access-Control-Allow-Headers",
                        "Authorization, Content-Type, Daybook-Key, Daybook-Time, Daybook-Sign, X-MBX-APIKEY")
                .with("Access-Control-Max-Age", "600");
    }

    /** Adds the headers that a browser needs to show an answer to a page. */
    Response shown(final RawRequest raw, final Response response) {
        if (origins.isEmpty()) {
            return response;
        }
        final Response varying = response.with("Vary", "Origin");
        final String origin = raw.header(ORIGIN);
        if (origin == null || !allows(origin)) {
            return varying;
        }
        return varying.with("Access-Control-Allow-Origin", origin)
                .with(
                        "Access-Control-Expose-Headers",
                        "Daybook-History, Daybook-Seq, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset,"
                                + " Retry-After");
    }

    /**
     * Requires that a caller with a cookie is a page of this server.
     *
     * @throws Problem if the page is of another origin
     */
    void requireOwn(final RawRequest raw, final Caller caller) {
        final String origin = raw.header(ORIGIN);
        if (caller.session() != null && origin != null && allows(origin)) {
            throw Problem.of(
                    ProblemCode.FORBIDDEN,
                    "a page of http.corsOrigins must send a key: the cookie is only for pages of this server");
        }
    }
}
