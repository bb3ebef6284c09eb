package io.daybook.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What overrides the keys of a {@code daybook.toml}, and what is in force after it was read: the environment comes
 * before the file ({@code DAYBOOK_HTTP_PORT} is {@code http.port}), and {@code --set http.port=0} before both. Used by
 * one thread.
 */
public final class Inputs {
    private static final String PREFIX = "DAYBOOK_";
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_/-]+)*");

    private final Map<String, String> environment;
    private final Map<String, Node> set = new LinkedHashMap<>();
    private final Map<String, Setting> inForce = new LinkedHashMap<>();
    private final TreeSet<String> unused = new TreeSet<>();

    /**
     * One key in force.
     *
     * @param key its full name
     * @param value as TOML writes it
     * @param origin whence it comes: {@code default}, {@code line 7}, {@code DAYBOOK_HTTP_PORT} or {@code --set}
     */
    public record Setting(String key, String value, String origin) {}

    private Inputs(final Map<String, String> environment) {
        this.environment = environment;
    }

    /** The file alone. */
    public static Inputs none() {
        return new Inputs(Map.of());
    }

    /**
     * Overrides of a start.
     *
     * @param environment all variables
     * @param set {@code key=value}, the later before the earlier; a value is a whole number, true, false, or a text
     *     with or without quotes
     * @throws IllegalArgumentException naming what is no {@code key=value}
     */
    public static Inputs of(final Map<String, String> environment, final List<String> set) {
        final Inputs inputs = new Inputs(new HashMap<>(environment));
        for (final String one : set) {
            final int equals = one.indexOf('=');
            if (equals < 1 || !KEY.matcher(one.substring(0, equals)).matches()) {
                throw new IllegalArgumentException(
                        "--set must be followed by key=value, as http.port=0: " + Printable.of(one));
            }
            final String key = one.substring(0, equals);
            inputs.set.put(key, new Node(value(one.substring(equals + 1)), 0, 0, "--set " + key));
            inputs.unused.add(key);
        }
        return inputs;
    }

    /** The keys in force, in the order in which they were asked for; complete after a file was read without a fault. */
    public List<Setting> inForce() {
        return new ArrayList<>(inForce.values());
    }

    /** What overrides a key, or null. */
    @Nullable
    Node override(final String key) {
        final Node node = set.get(key);
        if (node != null) {
            unused.remove(key);
            return node;
        }
        final String name = variable(key);
        final String text = environment.get(name);
        return text == null ? null : new Node(value(text), 0, 0, name);
    }

    /** Whether a key of a table is overridden. */
    boolean overridesWithin(final String table) {
        final String variables = variable(table) + "_";
        return set.keySet().stream().anyMatch(key -> key.startsWith(table + "."))
                || environment.keySet().stream().anyMatch(name -> name.startsWith(variables));
    }

    /** Keys that were set and that nobody asked for. */
    public List<String> unused() {
        return List.copyOf(unused);
    }

    /** A key was asked for; null where a default counts. */
    void asked(final String key, final @Nullable Node node, final @Nullable String otherwise) {
        if (node != null && !(node.value() instanceof Map)) {
            inForce.put(key, new Setting(key, node.shown(), node.whence()));
        } else if (node == null && otherwise != null) {
            inForce.putIfAbsent(key, new Setting(key, otherwise, "default"));
        }
    }

    private static String variable(final String key) {
        return PREFIX + key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    private static Object value(final String text) {
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        if (WHOLE.matcher(text).matches()) {
            return Long.valueOf(text);
        }
        return text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
    }
}
