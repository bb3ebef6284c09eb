package io.daybook.server.api;

import io.daybook.wire.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The answers of the routes, from {@code answers.txt}. Immutable. */
final class Answers {
    private static final String PROBLEM = "Problem";
    private static final String TEXT = "text";

    private final Map<String, List<String>> schemas = new LinkedHashMap<>();
    private final Map<String, List<String>> routes = new LinkedHashMap<>();

    /** A member of a schema, or a parameter of a query, with its type as answers.txt has it. */
    record Member(String name, boolean isOptional, String type) {
        private static Member of(final String word) {
            final String[] parts = word.split(":", 2);
            final boolean isOptional = parts[0].endsWith("?");
            final String name = isOptional ? parts[0].substring(0, parts[0].length() - 1) : parts[0];
            return new Member(name, isOptional, parts.length == 1 ? TEXT : parts[1]);
        }
    }

    private Answers(final String text) {
        text.replaceAll("(?m)^#.*\n", "")
                .replace("\n ", " ")
                .lines()
                .filter(line -> !line.isBlank())
                .forEach(line -> {
                    final List<String> words = List.of(line.split(" "));
                    final String first = words.get(0);
                    if (first.endsWith(":")) {
                        schemas.put(first.substring(0, first.length() - 1), words.subList(1, words.size()));
                    } else {
                        routes.put(first + " " + words.get(1), words.subList(2, words.size()));
                    }
                });
    }

    /** Reads {@code answers.txt}. */
    static Answers read() {
        try (InputStream in = Objects.requireNonNull(Answers.class.getResourceAsStream("answers.txt"))) {
            return new Answers(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the schemas into an object that was begun. */
    void schemas(final Json json) {
        schemas.forEach((name, unused) -> {
            json.object(name).put("type", "object").object("properties");
            members(name).forEach(member -> {
                json.object(member.name);
                type(json, member.type);
                json.end();
            });
            json.end().list("required");
            members(name).filter(member -> !member.isOptional).forEach(member -> json.item(member.name));
            json.endList().end();
        });
    }

    /** The names of all schemas. */
    Set<String> schemas() {
        return schemas.keySet();
    }

    /** The members of a schema. */
    Stream<Member> members(final String schema) {
        return Objects.requireNonNull(schemas.get(schema), schema).stream()
                .flatMap(word -> word.startsWith("+") ? members(word.substring(1)) : Stream.of(Member.of(word)));
    }

    /** The parameters that a query of a route may have. */
    Stream<Member> parameters(final String method, final String path) {
        return of(method, path).stream().filter(word -> word.startsWith("?")).map(word -> Member.of(word.substring(1)));
    }

    /** The status and the type of a route's answer; empty if answers.txt has none. */
    List<String> answer(final String method, final String path) {
        final List<String> words = of(method, path);
        return words.isEmpty() ? words : words.subList(0, 2);
    }

    /** Writes the query parameters of a route into the list of parameters. */
    void asked(final Json json, final String method, final String path) {
        parameters(method, path).forEach(asked -> {
            json.object().put("name", asked.name).put("in", "query").object("schema");
            type(json, asked.type);
            json.end().end();
        });
    }

    /** Writes the answers of a route. */
    void responses(final Json json, final String method, final String path) {
        json.object("responses");
        final List<String> words = answer(method, path);
        if (!words.isEmpty()) {
            final String type = words.get(1);
            response(json, words.get(0), "The answer", type.equals(TEXT) ? "text/plain" : "application/json", type);
        }
        response(json, "default", "A problem (RFC 9457)", "application/problem+json", PROBLEM);
        json.end();
    }

    private List<String> of(final String method, final String path) {
        final @Nullable List<String> words = routes.get(method + " " + path);
        return words == null ? List.of() : words;
    }

    private static void response(
            final Json json, final String status, final String description, final String mediaType, final String type) {
        json.object(status)
                .put("description", description)
                .object("content")
                .object(mediaType)
                .object("schema");
        type(json, type);
        json.end().end().end().end();
    }

    private static void type(final Json json, final String type) {
        final String element = type.substring(0, Math.max(0, type.length() - 2));
        if (type.endsWith("[]")) {
            json.put("type", "array").object("items");
            type(json, element);
            json.end();
        } else if (type.endsWith("{}")) {
            json.put("type", "object").object("additionalProperties");
            type(json, element);
            json.end();
        } else if (type.contains("|")) {
            json.put("type", "string").list("enum");
            Arrays.stream(type.split("\\|", -1))
                    .map(word -> word.replace('·', ' '))
                    .forEach(json::item);
            json.endList();
        } else {
            switch (type) {
                case TEXT -> json.put("type", "string");
                case "int" -> json.put("type", "integer").put("format", "int64");
                case "bool" -> json.put("type", "boolean");
                case "any" -> json.put("type", "object");
                default -> json.put("$ref", "#/components/schemas/" + type);
            }
        }
    }
}
