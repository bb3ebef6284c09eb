package io.daybook.config;

import io.daybook.api.text.Nearest;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table of a file, whose keys are read one by one. A wrong value becomes a fault and is replaced by a default, so
 * that the rest can be checked too; keys that were not read are faults at {@link #finish}.
 */
public final class Section {
    private final Faults faults;
    private final String path;
    private final Node place;
    private final Map<String, Node> entries;
    private final Set<String> asked = new LinkedHashSet<>();

    private Section(final Faults faults, final String path, final Node place, final Map<String, Node> entries) {
        this.faults = faults;
        this.path = path;
        this.place = place;
        this.entries = entries;
    }

    /** Returns the table of a node. Any other node is a fault, and gives an empty table. */
    @SuppressWarnings("unchecked") // readers create maps of this type only
    public static Section of(final Faults faults, final String path, final Node node) {
        if (node.value() instanceof Map<?, ?> map) {
            return new Section(faults, path, node, (Map<String, Node>) map);
        }
        // The message omits the value, which may be a secret in the wrong place.
        faults.add(node, (path.isEmpty() ? "the file" : path) + ": must be a table of keys.");
        return new Section(faults, path, node, Map.of());
    }

    /** The place where the section begins. */
    public Node place() {
        return place;
    }

    /** Returns whether the key is present. This does not count as reading it. */
    public boolean has(final String key) {
        return entries.containsKey(key) || faults.inputs().override(name(key)) != null;
    }

    /** Returns whether the key is present. This counts as reading it, even if it is missing. */
    public boolean takes(final String key) {
        return node(key) != null;
    }

    /** The keys that are present, in the order of the file. */
    public Set<String> keys() {
        return entries.keySet();
    }

    /** Returns the full name of a key, or of the section if the key is empty. */
    public String name(final String key) {
        return path.isEmpty() || key.isEmpty() ? path + key : path + "." + key;
    }

    /** Adds a fault at the place of a key, or of the section if the key is missing. */
    public void fault(final String key, final String text) {
        final Node override = faults.inputs().override(name(key));
        faults.add(override == null ? entries.getOrDefault(key, place) : override, name(key) + ": " + text);
    }

    /** Reads the value of a key; null if it is missing. */
    public @Nullable Node node(final String key) {
        return node(key, "", null);
    }

    /**
     * Reads the value of a key; null if it is missing.
     *
     * @param values its possible values, for people
     * @param otherwise the default, which is then in force; null for none
     */
    public @Nullable Node node(final String key, final String values, final @Nullable Object otherwise) {
        final Node node = find(key);
        faults.inputs().asked(name(key), values, node, otherwise == null ? null : new Node(otherwise, 0, 0).shown());
        return node;
    }

    private @Nullable Node find(final String key) {
        asked.add(key);
        final Node override = faults.inputs().override(name(key));
        return override == null ? entries.get(key) : override;
    }

    /** Returns whether a required key is present; a missing one is a fault. */
    private boolean requires(final String key, final String values, final String wayOut) {
        if (!has(key)) {
            asked.add(key);
            faults.inputs().required(name(key), values);
            fault(key, "is missing. Add " + key + wayOut + ".");
        }
        return has(key);
    }

    /** Reads a required text; empty after a fault. */
    public String text(final String key) {
        final String text = requires(key, "", "") ? optionalText(key) : null;
        return text == null ? "" : text;
    }

    /** Reads a text with a default; empty after a fault. */
    public String text(final String key, final String otherwise) {
        return node(key, "", otherwise) == null ? otherwise : text(key);
    }

    /** Reads a text; null if it is missing or wrong. */
    public @Nullable String optionalText(final String key) {
        final Node node = node(key);
        if (node == null) {
            return null;
        }
        if (node.value() instanceof String text && !text.isEmpty()) {
            return text;
        }
        fault(key, node.shown() + " must be a text in quotes, and not empty.");
        return null;
    }

    /** Reads true or false, with a default. */
    public boolean flag(final String key, final boolean otherwise) {
        final Node node = node(key, "", otherwise);
        if (node == null) {
            return otherwise;
        }
        if (node.value() instanceof Boolean flag) {
            return flag;
        }
        fault(key, node.shown() + " must be true or false.");
        return otherwise;
    }

    /** Reads a required whole number; {@code least} after a fault. */
    public long whole(final String key, final long least, final long most) {
        final boolean isThere = requires(key, range(least, most), ", a whole number from " + least + " to " + most);
        return isThere ? whole(key, least, least, most) : least;
    }

    /** Reads a whole number with a default. */
    public long whole(final String key, final long otherwise, final long least, final long most) {
        final Node node = node(key, range(least, most), otherwise);
        if (node == null) {
            return otherwise;
        }
        if (node.value() instanceof Long number && number >= least && number <= most) {
            return number;
        }
        fault(key, node.shown() + " must be a whole number from " + least + " to " + most + ".");
        return otherwise;
    }

    /** Returns the range of a number, for people; empty without an upper end. */
    private static String range(final long least, final long most) {
        return most < Integer.MAX_VALUE ? String.format(Locale.ROOT, "%,d to %,d", least, most) : "";
    }

    /** Reads a whole number with a default. */
    public int whole(final String key, final int otherwise, final int least, final int most) {
        return (int) whole(key, (long) otherwise, least, most);
    }

    /** Reads one of the constants, written in lower case with dashes. */
    public <E extends Enum<E>> E choice(final String key, final E otherwise, final E[] constants) {
        final Map<String, E> words = new TreeMap<>();
        for (final E constant : constants) {
            words.put(word(constant), constant);
        }
        return choice(key, otherwise, words);
    }

    /** Returns the word for a constant in files. */
    public static String word(final Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads a word, and returns its value. Returns the default if the key is missing or has another word. */
    public <T> T choice(final String key, final T otherwise, final Map<String, T> words) {
        final String usual = words.keySet().stream()
                .filter(word -> words.get(word) == otherwise)
                .findFirst()
                .orElseThrow();
        final Node node = node(key, String.join(", ", words.keySet()), usual);
        return node == null ? otherwise : choice(node, name(key), otherwise, words);
    }

    /** Returns the value for the word in a node. Another word is a fault, and gives the default. */
    public <T> T choice(final Node node, final String name, final T otherwise, final Map<String, T> words) {
        final T chosen = node.value() instanceof String word ? words.get(word) : null;
        if (chosen != null) {
            return chosen;
        }
        final String hint = node.value() instanceof String word ? Nearest.hint(word, words.keySet()) : "";
        faults.add(
                node, name + ": " + node.shown() + " must be one of " + String.join(", ", words.keySet()) + "." + hint);
        return otherwise;
    }

    /** Reads a required text that a constructor parses. If the constructor refuses it, its message is the fault. */
    public <T> @Nullable T parsed(final String key, final Function<String, T> constructor) {
        final String text = text(key);
        return text.isEmpty() ? null : attempt(key, () -> constructor.apply(text));
    }

    /** Reads a required path, relative to a folder; null after a fault. */
    public @Nullable Path path(final String key, final Path folder) {
        return parsed(key, text -> {
            try {
                return folder.resolve(text);
            } catch (InvalidPathException e) {
                throw new IllegalArgumentException("\"" + Printable.of(text) + "\" is not a path", e);
            }
        });
    }

    /** Reads a path, relative to a folder; null if it is missing, or after a fault. */
    public @Nullable Path optionalPath(final String key, final Path folder) {
        return takes(key) ? path(key, folder) : null;
    }

    /**
     * Builds a value from other values that were read. If its constructor refuses them, its message is a fault of the
     * key.
     */
    public <T> @Nullable T attempt(final String key, final Supplier<T> constructor) {
        try {
            return constructor.get();
        } catch (IllegalArgumentException e) {
            fault(key, e.getMessage() + ".");
            return null;
        }
    }

    /** Returns a section within this one, or null if it is missing. */
    public @Nullable Section section(final String key) {
        final Node node = find(key);
        if (node == null && faults.inputs().overridesWithin(name(key))) {
            return of(faults, name(key), new Node(Map.of(), 1, 1));
        }
        return node == null ? null : of(faults, name(key), node);
    }

    /** Returns a section within this one; it has no keys if it is missing. */
    public Section sectionOrEmpty(final String key) {
        final Section section = section(key);
        return section == null ? of(faults, name(key), new Node(Map.of(), 1, 1)) : section;
    }

    /** Reads the texts of a list without parsing them; empty if the list is missing or wrong. */
    public List<String> words(final String key) {
        return texts(key).stream().map(node -> String.valueOf(node.value())).toList();
    }

    /** Reads the values of a list; empty if it is missing or wrong. */
    @SuppressWarnings("unchecked") // readers create lists of this type only
    public List<Node> list(final String key) {
        final Node node = node(key);
        if (node == null) {
            return List.of();
        }
        if (node.value() instanceof List<?> list) {
            return (List<Node>) list;
        }
        fault(key, node.shown() + " must be a list in [ ].");
        return List.of();
    }

    /** Reads the texts of a list; other values are faults. */
    public List<Node> texts(final String key) {
        final List<Node> texts = new ArrayList<>();
        for (final Node node : list(key)) {
            if (node.value() instanceof String) {
                texts.add(node);
            } else {
                faults.add(node, name(key) + ": " + node.shown() + " must be a text in quotes.");
            }
        }
        return texts;
    }

    /**
     * Reads a list and returns the results of a constructor for each text. Numbers and times are passed as texts. If
     * the constructor refuses a text, its message is a fault.
     */
    public <T> List<T> parsedList(final String key, final Function<String, T> constructor) {
        final List<T> parsed = new ArrayList<>();
        for (final Node node : list(key)) {
            try {
                parsed.add(constructor.apply(node.value() instanceof String text ? text : node.shown()));
            } catch (IllegalArgumentException e) {
                faults.add(node, name(key) + ": " + e.getMessage() + ".");
            }
        }
        return parsed;
    }

    /** Adds a fault for each key that was not read, except keys that other readers read. */
    public void finish(final String... forOthers) {
        final Set<String> known = new LinkedHashSet<>(asked);
        known.addAll(List.of(forOthers));
        entries.forEach((key, node) -> {
            if (!known.contains(key)) {
                final String hint = Nearest.hint(key, known);
                faults.add(
                        node,
                        name(Printable.of(key)) + ": unknown key."
                                + (hint.isEmpty() ? " Known here: " + String.join(", ", known) + "." : hint));
            }
        });
    }
}
