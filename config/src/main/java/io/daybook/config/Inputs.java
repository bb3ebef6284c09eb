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
 * The overrides of the keys of a {@code daybook.toml}, and the settings in force after it was read: the environment
 * overrides the file ({@code DAYBOOK_HTTP_PORT} is {@code http.port}), and {@code --set http.port=0} overrides both.
 * Used by one thread.
 */
public final class Inputs {
    private static final String PREFIX = "DAYBOOK_";
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_/-]+)*");

    private final Map<String, String> environment;
    private final Map<String, Node> set = new LinkedHashMap<>();
    private final Map<String, Setting> known = new LinkedHashMap<>();
    private final TreeSet<String> unused = new TreeSet<>();

    /**
     * A key that a reader has read.
     *
     * @param key its full name
     * @param values its possible values, for people; empty for a text
     * @param value its value in TOML notation; null if it has none
     * @param origin its source: {@code default}, {@code line 7}, {@code DAYBOOK_HTTP_PORT} or {@code --set};
     *     {@code required} if it is missing and must be present
     */
    public record Setting(
            String key, String values, @Nullable String value, String origin) {}

    private Inputs(final Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns inputs without overrides: only the file counts. */
    public static Inputs none() {
        return new Inputs(Map.of());
    }

    /**
     * Returns the overrides of a start.
     *
     * @param environment all environment variables
     * @param set {@code key=value}, a later one overrides an earlier one; a value is a whole number, true, false, or a
     *     text with or without quotes
     * @throws IllegalArgumentException with a text that is not {@code key=value}
     */
    public static Inputs of(final Map<String, String> environment, final List<String> set) {
        final Inputs inputs = new Inputs(new HashMap<>(environment));
        for (final String one : set) {
            final int equals = one.indexOf('=');
            if (equals < 1 || !KEY.matcher(one.substring(0, equals)).matches()) {
                throw new IllegalArgumentException(
                        "--set must be followed by key=value, such as http.port=0: " + Printable.of(one));
            }
            final String key = one.substring(0, equals);
            inputs.set.put(key, new Node(value(one.substring(equals + 1)), 0, 0, "--set " + key));
            inputs.unused.add(key);
        }
        return inputs;
    }

    /** The keys that were read, in the order of reading, without those of missing sections. */
    public List<Setting> known() {
        return new ArrayList<>(known.values());
    }

    /** The keys in force, in the order of reading; complete after a file was read without a fault. */
    public List<Setting> inForce() {
        return known.values().stream()
                .filter(setting -> setting.value() != null)
                .toList();
    }

    /** Returns the override of a key, or null. */
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

    /** Returns whether a key of a table is overridden. */
    boolean overridesWithin(final String table) {
        final String variables = variable(table) + "_";
        return set.keySet().stream().anyMatch(key -> key.startsWith(table + "."))
                || environment.keySet().stream().anyMatch(name -> name.startsWith(variables));
    }

    /** The keys that were set and that no reader uses. */
    public List<String> unused() {
        return List.copyOf(unused);
    }

    /** Records that a key was read. A second reading keeps the values that were recorded first. */
    void asked(final String key, final String values, final @Nullable Node node, final @Nullable String otherwise) {
        if (node != null && node.value() instanceof Map) {
            return;
        }
        final Setting before = known.get(key);
        final String range = values.isEmpty() && before != null ? before.values() : values;
        if (node != null) {
            known.put(key, new Setting(key, range, node.shown(), node.whence()));
        } else if (before == null || before.value() == null && otherwise != null) {
            known.put(key, new Setting(key, range, otherwise, "default"));
        }
    }

    /** Records that a required key is missing. */
    void required(final String key, final String values) {
        known.put(key, new Setting(key, values, null, "required"));
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
