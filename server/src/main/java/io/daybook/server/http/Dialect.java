package io.daybook.server.http;

import io.daybook.server.identity.Caller;
import io.daybook.server.identity.NotAuthenticException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Another API on the same door. Its routes are in the same router, under separate paths; it has other ways to
 * authenticate requests and to report problems. Any event loop may call it.
 */
public interface Dialect {
    /** Returns whether a path belongs to the dialect, with or without a route. */
    boolean has(String path);

    /**
     * The parameters of a request, by name.
     *
     * @throws Problem if they cannot be read
     */
    Map<String, String> parameters(RawRequest raw);

    /**
     * The caller of a request; anonymous if the route needs no credentials.
     *
     * @throws NotAuthenticException if the credentials are wrong
     * @throws Problem if the route needs credentials and the request has none
     */
    Caller caller(RawRequest raw, Map<String, String> parameters, Route route) throws NotAuthenticException;

    /** The time in a signed request at which it was signed, ms since the epoch. */
    @Nullable
    String timeOf(Map<String, String> parameters);

    /** The key that a request names, or null. */
    @Nullable
    String keyOf(RawRequest raw);

    /** The problem for wrong credentials. */
    Problem notAuthentic(NotAuthenticException failure);

    /** The answer with a problem. */
    Response problem(Problem problem);

    /** The answer with headers that show what is left of a limit. */
    Response limited(Response response, Cost cost, int limit, int remaining);
}
