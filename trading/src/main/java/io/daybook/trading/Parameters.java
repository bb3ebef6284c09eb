package io.daybook.trading;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Names and values for a strategy and its limits, as {@code --set name=value} gives them. Used by one thread. */
public final class Parameters {
    private final Map<String, String> given = new TreeMap<>();
    private final TreeSet<String> known = new TreeSet<>();

    private Parameters() {}

    /**
     * Reads parameters.
     *
     * @param pairs each {@code name=value}
     * @throws IllegalArgumentException if an element is not a pair, or a name occurs twice
     */
    public static Parameters of(final List<String> pairs) {
        final Parameters parameters = new Parameters();
        for (final String pair : pairs) {
            final int sign = pair.indexOf('=');
            if (sign < 1 || sign == pair.length() - 1) {
                throw new IllegalArgumentException("a parameter must be name=value: " + pair);
            }
            final String name = pair.substring(0, sign);
            if (parameters.given.put(name, pair.substring(sign + 1)) != null) {
                throw new IllegalArgumentException("a parameter must be given once: " + name);
            }
        }
        return parameters;
    }

    /**
     * A whole number.
     *
     * @param usual the value if it was not given
     * @throws IllegalArgumentException if it is no number, or out of range
     */
    public long number(final String name, final long usual, final long min, final long max) {
        final String text = text(name, "");
        if (text.isEmpty()) {
            return usual;
        }
        try {
            final long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (final NumberFormatException e) {
            // refused below, like a number out of range
        }
        throw new IllegalArgumentException(name + " must be a whole number"
                + (max == Long.MAX_VALUE ? " of at least " + min : " from " + min + " to " + max) + ": " + name + "="
                + text);
    }

    /** A text; {@code usual} if the name was not given. */
    public String text(final String name, final String usual) {
        known.add(name);
        return given.getOrDefault(name, usual);
    }

    /**
     * Refuses parameters that nothing has read. Call it last.
     *
     * @throws IllegalArgumentException if there is one; the message names it and all known names
     */
    public void requireAllUsed() {
        final List<String> unknown = new ArrayList<>(given.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown parameter " + unknown.get(0) + "; known are " + known);
        }
    }
}
