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
    private final UnaryOperator<Route> outer;
    private final UnaryOperator<Route.Handler> around;

    /** The key that switches off the routes added here; null if they are served. */
    private final @Nullable String key;

    /** A route that was found, with the values of the names in its path. */
    record Found(Route route, Map<String, String> names) {}

    public Router() {
        this(route -> route);
    }

    /** Makes an empty router that wraps all its routes. */
    public Router(final UnaryOperator<Route> outer) {
        this(new ArrayList<>(), new ArrayList<>(), outer, handler -> handler, null);
    }

    private Router(
            final List<Route> routes,
            final List<String[]> patterns,
            final UnaryOperator<Route> outer,
            final UnaryOperator<Route.Handler> around,
            final @Nullable String key) {
        this.routes = routes;
        this.patterns = patterns;
        this.outer = outer;
        this.around = around;
        this.key = key;
    }

    /** A view of this router that wraps the handlers of the routes added to the view. */
    public Router with(final UnaryOperator<Route.Handler> other) {
        return new Router(routes, patterns, outer, other, key);
    }

    /**
     * A view of this router for routes that a setting in the venue's configuration file may switch off. If they are
     * off, callers with access get a problem that names the setting.
     *
     * @param isServed whether the routes are on
     * @param switchedOffBy the name of the setting
     */
    public Router serving(final boolean isServed, final String switchedOffBy) {
        return isServed ? this : new Router(routes, patterns, outer, around, switchedOffBy);
    }

    /** Adds a route. */
    public Router add(final Route route) {
        routes.add(key == null ? outer.apply(route.with(around.apply(route.handler()))) : route.switchedOff(key));
        patterns.add(segments(route.path()));
        return this;
    }

    /** All served routes, in the order in which they were added. */
    public List<Route> routes() {
        return routes.stream().filter(Route::isServed).toList();
    }

    /**
     * Finds the route of a method and the raw segments of a path; the route of GET answers HEAD, too. Decodes only the
     * values of names, once: a word of a route has one spelling, so that a proxy that filters paths sees the path that
     * is served.
     *
     * @throws Problem NOT_FOUND or METHOD_NOT_ALLOWED
     */
    Found find(final String method, final String[] segments) {
        final TreeSet<String> allowed = new TreeSet<>();
        final String wanted = method.equals("HEAD") ? "GET" : method;
        for (int i = 0; i < routes.size(); i++) {
            final Map<String, String> names = match(patterns.get(i), segments);
            if (names != null) {
                final Route route = routes.get(i);
                if (route.method().equals(wanted)) {
                    return new Found(route, names);
                }
                allowed.add(route.method());
            }
        }
        if (allowed.isEmpty()) {
            throw noSuchPath();
        }
        throw Problem.of(ProblemCode.METHOD_NOT_ALLOWED, "the path has only the methods " + String.join(", ", allowed))
                .header("Allow", String.join(", ", allowed));
    }

    static Problem noSuchPath() {
        return Problem.of(ProblemCode.NOT_FOUND, "no route has this path; /docs/api and /v1/openapi.json list them");
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
                names.put(pattern[i].substring(1, pattern[i].length() - 1), Dispatcher.decoded(segments[i]));
            } else if (!pattern[i].equals(segments[i])) {
                return null;
            }
        }
        return names;
    }
}
