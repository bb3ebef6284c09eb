package io.daybook.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds the route of a path. Immutable once it serves. */
public final class Router {
    private final List<Route> routes;
    private final List<String[]> patterns;
    private final UnaryOperator<Route.Handler> around;

    /** A route that was found, with what stands for the names in its path. */
    record Found(Route route, Map<String, String> names) {}

    /** Without routes yet. */
    public Router() {
        this(new ArrayList<>(), new ArrayList<>(), handler -> handler);
    }

    private Router(final List<Route> routes, final List<String[]> patterns, final UnaryOperator<Route.Handler> around) {
        this.routes = routes;
        this.patterns = patterns;
        this.around = around;
    }

    /** The same router, but that something is put around the handlers of the routes that are added here. */
    public Router with(final UnaryOperator<Route.Handler> other) {
        return new Router(routes, patterns, other);
    }

    /** Adds a route. */
    public Router add(final Route route) {
        routes.add(route.with(around.apply(route.handler())));
        patterns.add(segments(route.path()));
        return this;
    }

    /** All routes, in the order in which they were added. */
    public List<Route> routes() {
        return List.copyOf(routes);
    }

    /**
     * The route of a method and a path.
     *
     * @throws Problem NOT_FOUND or METHOD_NOT_ALLOWED
     */
    Found find(final String method, final String path) {
        final String[] segments = segments(path);
        final TreeSet<String> allowed = new TreeSet<>();
        for (int i = 0; i < routes.size(); i++) {
            final Map<String, String> names = match(patterns.get(i), segments);
            if (names != null) {
                final Route route = routes.get(i);
                if (route.method().equals(method)) {
                    return new Found(route, names);
                }
                allowed.add(route.method());
            }
        }
        if (allowed.isEmpty()) {
            throw Problem.of(ProblemCode.NOT_FOUND, "no route has this path; /v1/openapi.json lists them");
        }
        throw Problem.of(ProblemCode.METHOD_NOT_ALLOWED, "the path has: " + String.join(", ", allowed))
                .header("Allow", String.join(", ", allowed));
    }

    private static String[] segments(final String path) {
        return path.split("/", -1);
    }

    private static @Nullable Map<String, String> match(final String[] pattern, final String[] segments) {
        if (pattern.length != segments.length) {
            return null;
        }
        final Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < pattern.length; i++) {
            if (pattern[i].startsWith("{")) {
                if (segments[i].isEmpty()) {
                    return null;
                }
                names.put(pattern[i].substring(1, pattern[i].length() - 1), segments[i]);
            } else if (!pattern[i].equals(segments[i])) {
                return null;
            }
        }
        return names;
    }
}
