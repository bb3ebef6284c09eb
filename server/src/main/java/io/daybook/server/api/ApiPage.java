package io.daybook.server.api;

import io.daybook.console.ConsolePage;
import io.daybook.server.http.Access;
import io.daybook.server.http.BodyField;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The reference of the API as a page, generated from the same routes and answers as {@link OpenApi}. */
final class ApiPage {
    static final String PATH = "/docs/api";

    private static final String TITLE = "The HTTP API";
    private static final String PAGE = """
            <main class="reference"><header><h1>%s</h1>
            <p>Bodies and answers are JSON. Prices, sizes and amounts are texts of digits, exact; times are µs since
            the epoch. A refusal is a %s, whose <code>code</code> has a page that says what to do.
            <a href="/v1/openapi.json">openapi.json</a> has the same for generators of clients.</p></header>
            <nav class="contents" aria-label="Contents">%s</ul></nav><article>%s</article></main>""";

    /** The parts of the page, in their order. */
    private enum Part {
        MARKET_DATA("Market data"),
        ORDERS("Orders and accounts"),
        KEYS("Keys and sign-in"),
        OPERATORS("Operators"),
        SERVER("Health and descriptions");

        private final String title;

        Part(final String title) {
            this.title = title;
        }

        static Part of(final Route route) {
            return switch (route.access()) {
                case MARKET -> MARKET_DATA;
                case TRADER -> ORDERS;
                case ANY -> KEYS;
                case VIEWER, OPERATOR, ADMIN -> route.path().startsWith("/v1/") ? OPERATORS : SERVER;
                case PUBLIC -> route.path().startsWith("/v1/session") ? KEYS : SERVER;
            };
        }
    }

    private final StringBuilder contents = new StringBuilder();
    private final StringBuilder text = new StringBuilder();

    private ApiPage() {}

    static Response of(final Router router) {
        return ConsoleRoutes.document(TITLE, new ApiPage().html(router));
    }

    private String html(final Router router) {
        final Map<Part, List<Route>> parts = OpenApi.described(router)
                .collect(Collectors.groupingBy(Part::of, () -> new EnumMap<>(Part.class), Collectors.toList()));
        parts.forEach((part, routes) -> {
            begin(part.title);
            routes.forEach(this::route);
            contents.append("</ul>");
        });
        begin("Schemas");
        OpenApi.ANSWERS.schemas().forEach(this::schema);
        return PAGE.formatted(TITLE, type("Problem"), contents, text);
    }

    /** Begins a part of the page and of the contents. */
    private void begin(final String title) {
        final String id = title.replace(' ', '-');
        contents.append("<h2><a href=\"#%s\">%s</a></h2><ul>".formatted(id, title));
        text.append("<h2 id=\"%s\">%s</h2>\n".formatted(id, title));
    }

    private void route(final Route route) {
        final String id = OpenApi.name(route);
        contents.append("<li><a href=\"#%s\"><code>%s %s</code></a></li>"
                .formatted(id, route.method(), route.path().replace("/v1/", "")));
        text.append("<section class=\"panel\" id=\"%s\"><h3><span class=\"method\">%s</span> %s</h3><p>%s. %s.</p>"
                .formatted(
                        id,
                        route.method(),
                        route.path(),
                        ConsolePage.escaped(route.summary()),
                        sender(route.access())));
        table(Stream.of(
                        OpenApi.names(route.path()).map(name -> row(name, "text", "in the path")),
                        OpenApi.ANSWERS
                                .parameters(route.method(), route.path())
                                .map(asked -> row(asked.name(), type(asked.type()), "in the query")),
                        route.body().stream().map(ApiPage::row))
                .flatMap(rows -> rows)
                .collect(Collectors.joining()));
        final List<String> answer = OpenApi.ANSWERS.answer(route.method(), route.path());
        if (!answer.isEmpty()) {
            text.append("<p>Answers %s with %s.</p>".formatted(answer.get(0), type(answer.get(1))));
        }
        text.append("</section>\n");
    }

    private void schema(final String name) {
        contents.append("<li>").append(type(name)).append("</li>");
        text.append("<section class=\"panel\" id=\"%s\"><h3>%s</h3>".formatted(name, name));
        table(OpenApi.ANSWERS
                .members(name)
                .map(member -> row(member.name(), type(member.type()), member.isOptional() ? "optional" : ""))
                .collect(Collectors.joining()));
        text.append("</section>\n");
    }

    private void table(final String rows) {
        if (!rows.isEmpty()) {
            text.append("<table class=\"table plain\"><tbody>").append(rows).append("</tbody></table>");
        }
    }

    private static String row(final BodyField field) {
        return row(
                field.name(),
                switch (field.type()) {
                    case "string" -> type("text");
                    case "integer" -> type("int");
                    case "boolean" -> type("bool");
                    case "array" -> type("text[]");
                    default -> type("any");
                },
                ConsolePage.escaped(field.summary()) + (field.isRequired() ? "" : " (optional)"));
    }

    private static String row(final String name, final String type, final String note) {
        return "<tr><td><code>%s</code></td><td>%s</td><td>%s</td></tr>".formatted(name, type, note);
    }

    /** Describes a type of answers.txt in words; a schema becomes a link to its description. */
    private static String type(final String type) {
        final String element = type.substring(0, Math.max(0, type.length() - 2));
        if (type.endsWith("[]")) {
            return "list of " + type(element);
        }
        if (type.endsWith("{}")) {
            return "object, each value " + type(element);
        }
        if (type.contains("|")) {
            return Stream.of(type.split("\\|", -1))
                    .map(word -> word.replace('·', ' '))
                    .collect(Collectors.joining(",</code> <code>", "<code>", "</code>")); // no line begins with a comma
        }
        return switch (type) {
            case "text" -> "text";
            case "int" -> "whole number";
            case "bool" -> "true or false";
            case "any" -> "object";
            default -> "<a href=\"#%s\">%s</a>".formatted(type, type);
        };
    }

    private static String sender(final Access access) {
        return switch (access) {
            case PUBLIC -> "Needs no key";
            case MARKET -> "Needs no key if market data is public";
            case ANY -> "Needs a key";
            case TRADER -> "Needs a key with the role trader";
            case VIEWER -> "Needs a key with the role viewer, operator or admin";
            case OPERATOR -> "Needs a key with the role operator or admin";
            case ADMIN -> "Needs a key with the role admin";
        };
    }
}
