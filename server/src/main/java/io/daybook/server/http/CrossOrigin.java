package io.daybook.server.http;

import io.daybook.server.identity.Caller;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pages of other origins that may read answers here, and ask for changes with a key; what is told is the protocol of <a
 * href="https://fetch.spec.whatwg.org/#http-cors-protocol">Fetch</a>. A cookie is never theirs: browsers are not told
 * that they may send one, and with one their changes and sockets are refused.
 */
final class CrossOrigin {
    private static final String ORIGIN = "origin";

    private final Set<String> origins;

    /** Of these origins, as browsers write them. */
    CrossOrigin(final List<String> origins) {
        this.origins = Set.copyOf(origins);
    }

    /** Whether a page of this origin may ask. */
    boolean allows(final String origin) {
        return origins.contains(origin);
    }

    /** The answer to a browser that asks whether a page may send something; null where a request is none of these. */
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

    /** An answer, with what a browser must hear to show it to a page. */
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
                        "Daybook-History, Daybook-Seq, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After");
    }

    /**
     * A caller with a cookie must be a page of this server.
     *
     * @throws Problem where the origin is another
     */
    void requireOwn(final RawRequest raw, final Caller caller) {
        final String origin = raw.header(ORIGIN);
        if (caller.session() != null && origin != null && allows(origin)) {
            throw Problem.of(
                    ProblemCode.FORBIDDEN, "pages of http.corsOrigins come with a key, not with the cookie of another");
        }
    }
}
