package io.daybook.server.http;

import io.daybook.server.identity.Caller;
import io.daybook.server.identity.NotAuthenticException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Another API on the same door: its routes are in the same router, under paths of their own; how its requests say who
 * sends them, and how they are told what is wrong, is its own business. Any event loop.
 */
public interface Dialect {
    /** Whether a path is one of its own, whether or not a route has it. */
    boolean has(String path);

    /**
     * The parameters of a request, by name.
     *
     * @throws Problem where they cannot be read
     */
    Map<String, String> parameters(RawRequest raw);

    /**
     * Who sends a request; nobody in particular where its route does not ask.
     *
     * @throws NotAuthenticException where it is not who it says
     * @throws Problem where it does not say
     */
    Caller caller(RawRequest raw, Map<String, String> parameters, Route route) throws NotAuthenticException;

    /** When a signed request says that it was signed, ms since the epoch. */
    @Nullable
    String timeOf(Map<String, String> parameters);

    /** The key that a request names, or null. */
    @Nullable
    String keyOf(RawRequest raw);

    /** What somebody is told who is not who he says. */
    Problem notAuthentic(NotAuthenticException failure);

    /** The answer that says a problem. */
    Response problem(Problem problem);

    /** The answer with what is left of a limit. */
    Response limited(Response response, Cost cost, int limit, int remaining);
}
