package io.daybook.server.api;

import io.daybook.server.http.Access;
import io.daybook.server.http.BodyField;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.wire.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The description of the API, OpenAPI 3.1, generated from the routes. */
final class OpenApi {
    static final Answers ANSWERS = Answers.read();

    private OpenApi() {}

    static Json of(final Router router) {
        final Json json = new Json()
                .object()
                .put("openapi", "3.1.0")
                .object("info")
                .put("title", "Daybook")
                .put("version", "1")
                .put(
                        "description",
                        "/docs/api has the same for people; docs/http-api.md shows requests with their answers.")
                .end()
                .object("paths");
        final Map<String, List<Route>> paths = new LinkedHashMap<>();
        described(router).forEach(route -> paths.computeIfAbsent(route.path(), unused -> new ArrayList<>())
                .add(route));
        paths.forEach((path, routes) -> {
            json.object(path);
            routes.forEach(route -> operation(json, route));
            json.end();
        });
        json.end().object("components").object("schemas");
        ANSWERS.schemas(json);
        return json.end()
                .object("securitySchemes")
                .object("bearer")
                .put("type", "http")
                .put("scheme", "bearer")
                .end()
                .object("signed")
                .put("type", "apiKey")
                .put("in", "header")
                .put("name", "Daybook-Sign")
                .end()
                .end()
                .end()
                .end();
    }

    /**
     * The routes that are described. Routes of the spot dialect are left out, because its clients already know them;
     * pages of the console are left out, too.
     */
    static Stream<Route> described(final Router router) {
        return router.routes().stream()
                .filter(route -> !route.path().startsWith("/api/")
                        && !route.path().startsWith("/sapi/")
                        && !ConsoleRoutes.has(route.path()));
    }

    private static void operation(final Json json, final Route route) {
        json.object(route.method().toLowerCase(Locale.ROOT))
                .put("operationId", name(route))
                .put("summary", route.summary())
                .put("x-access", route.access().name().toLowerCase(Locale.ROOT))
                .list("parameters");
        names(route.path()).forEach(name -> json.object()
                .put("name", name)
                .put("in", "path")
                .put("required", true)
                .object("schema")
                .put("type", "string")
                .end()
                .end());
        ANSWERS.asked(json, route.method(), route.path());
        json.endList();
        if (!route.body().isEmpty()) {
            body(json, route.body());
        }
        if (route.access() != Access.PUBLIC && route.access() != Access.MARKET) {
            json.list("security");
            json.object().list("bearer").endList().end();
            json.object().list("signed").endList().end();
            json.endList();
        }
        ANSWERS.responses(json, route.method(), route.path());
        json.end();
    }

    /** The names in a path, in their order. */
    static Stream<String> names(final String path) {
        return Stream.of(path.split("/", -1))
                .filter(segment -> segment.startsWith("{"))
                .map(segment -> segment.substring(1, segment.length() - 1));
    }

    /** The id of a route's operation, such as {@code get_orders_by_client_clientOrderId}. */
    static String name(final Route route) {
        final String path = route.path().replaceFirst("^/(v1/)?", "").replaceAll("[{}]", "");
        return route.method().toLowerCase(Locale.ROOT) + "_" + path.replaceAll("\\W", "_");
    }

    private static void body(final Json json, final List<BodyField> fields) {
        json.object("requestBody")
                .put("required", true)
                .object("content")
                .object("application/json")
                .object("schema")
                .put("type", "object")
                .put("additionalProperties", false)
                .object("properties");
        for (final BodyField field : fields) {
            json.object(field.name()).put("type", field.type()).put("description", field.summary());
            if (field.type().equals("array")) {
                json.object("items").put("type", "string").end();
            }
            json.end();
        }
        json.end().list("required");
        fields.stream().filter(BodyField::isRequired).map(BodyField::name).forEach(json::item);
        json.endList().end().end().end().end();
    }
}
