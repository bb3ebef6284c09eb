package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.server.http.Problem;
import io.daybook.wire.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parameters of a request, read one by one; unread ones are refused. Used by one thread. */
final class SpotParameters {
    /** The name of a parameter that every signed request has, and other requests may have. */
    static final String TIMESTAMP = "timestamp";

    static final String RECV_WINDOW = "recvWindow";
    static final String SIGNATURE = "signature";

    /** The header with the unit of times, kept with the parameters. */
    static final String TIME_UNIT = "x-mbx-time-unit";

    static final String MICROS = "MICROSECOND";

    /** The smallest time that is read as μs: in ms it is in the year 5138, in μs in 1973. */
    private static final long LEAST_MICROS = 100_000_000_000_000L;

    private static final long MAX_MS = Long.MAX_VALUE / 1_000_000;
    private static final Set<String> UNITS = Set.of(MICROS, "MILLISECOND");

    private static final Pattern DECIMAL = Pattern.compile("\\d{1,18}(\\.\\d{1,18})?");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,19}");
    private static final Pattern CLIENT_ID = Pattern.compile("[.A-Za-z0-9:/_-]{1,36}");
    private static final Pattern NAMES = Pattern.compile("\\[\"[A-Z0-9]{1,32}\"(,\"[A-Z0-9]{1,32}\")*\\]");

    /** The name of an order without a client id: # and its id. */
    private static final Pattern MADE_ID = Pattern.compile("#\\d{1,19}");

    private final Map<String, String> parameters;
    private final Set<String> asked = new LinkedHashSet<>(List.of(TIMESTAMP, RECV_WINDOW, SIGNATURE));

    SpotParameters(final Map<String, String> parameters) {
        this.parameters = parameters;
    }

    boolean has(final String name) {
        return parameters.containsKey(name);
    }

    /** A text, or null if it is missing. */
    @Nullable
    String optional(final String name) {
        asked.add(name);
        final String text = parameters.get(name);
        if (text != null && text.isEmpty()) {
            throw SpotErrors.of(SpotErrors.EMPTY, "Parameter '" + name + "' was empty.");
        }
        return text;
    }

    /** A required text. */
    String required(final String name) {
        final String text = optional(name);
        if (text == null) {
            throw SpotErrors.missing(name);
        }
        return text;
    }

    /** The pair of {@code symbol}. */
    Listing symbol(final SpotSymbols pairs) {
        return listing(pairs, required("symbol"));
    }

    /** The pairs that {@code symbol} or {@code symbols} name; all if neither is there. */
    List<Listing> symbols(final SpotSymbols pairs) {
        final String one = optional("symbol");
        final String several = optional("symbols");
        if (one != null && several != null) {
            throw SpotErrors.of(SpotErrors.COMBINATION, "symbol and symbols cannot both be given.");
        }
        if (one != null) {
            return List.of(listing(pairs, one));
        }
        if (several == null) {
            return pairs.all();
        }
        if (!NAMES.matcher(several).matches()) {
            throw illegal("symbols", "[\"BTCEUR\",\"ETHEUR\"]");
        }
        final Set<Listing> found = new LinkedHashSet<>();
        for (final String name : several.substring(2, several.length() - 2).split("\",\"")) {
            found.add(listing(pairs, name));
        }
        return new ArrayList<>(found);
    }

    private static Listing listing(final SpotSymbols pairs, final String name) {
        final Listing listing = pairs.find(name);
        if (listing == null) {
            throw SpotErrors.of(SpotErrors.SYMBOL, "Invalid symbol.");
        }
        return listing;
    }

    /** A whole number, or null if it is missing. */
    @Nullable
    Long whole(final String name) {
        final String text = optional(name);
        if (text == null) {
            return null;
        }
        if (WHOLE.matcher(text).matches()) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                // too large for a long: refused below
            }
        }
        throw illegal(name, "a whole number of 63 bits");
    }

    /** A whole number with a default. */
    long whole(final String name, final long otherwise, final long least, final long most) {
        final Long value = whole(name);
        if (value == null) {
            return otherwise;
        }
        if (value < least || value > most) {
            throw illegal(name, least + " to " + most);
        }
        return value;
    }

    /** Converts a time of a request, in ms or μs, to ms. */
    static long millis(final long time) {
        return time < LEAST_MICROS ? time : TimeUnit.MICROSECONDS.toMillis(time);
    }

    /** A time with a default, in ms. */
    long time(final String name, final long otherwise) {
        final Long time = whole(name);
        return time == null ? otherwise : Math.min(millis(time), MAX_MS);
    }

    /**
     * Begins an answer with times in the unit of its request.
     *
     * @throws Problem for an unknown unit
     */
    Json json() {
        return new Json().micros(isMicros(parameters.get(TIME_UNIT)));
    }

    /** Returns whether times are in μs. */
    static boolean isMicros(final @Nullable String unit) {
        final String asked = unit == null ? "MILLISECOND" : unit.toUpperCase(Locale.ROOT);
        if (!UNITS.contains(asked)) {
            throw SpotErrors.of(
                    SpotErrors.TIME_UNIT, "Invalid value for time unit; expected either MICROSECOND or MILLISECOND.");
        }
        return asked.equals(MICROS);
    }

    /** True or false; false if it is missing. */
    boolean flag(final String name) {
        final String text = optional(name);
        if (text != null && !text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw illegal(name, "true or false");
        }
        return Boolean.parseBoolean(text);
    }

    /** A client id, or null if it is missing. */
    @Nullable
    String clientId(final String name) {
        final String text = optional(name);
        if (text != null && !CLIENT_ID.matcher(text).matches()) {
            throw illegal(name, "^[\\.A-Z\\:/a-z0-9_-]{1,36}$");
        }
        return text;
    }

    /** A client id that names an order, which may be one that the server made; null if it is missing. */
    @Nullable
    String orderName(final String name) {
        final String text = optional(name);
        return text != null && MADE_ID.matcher(text).matches() ? text : clientId(name);
    }

    /** The value that a map has for the word of a parameter; null if the parameter is missing. */
    <T> @Nullable T choice(final String name, final Map<String, T> words, final int code) {
        final String text = optional(name);
        if (text == null) {
            return null;
        }
        final T chosen = words.get(text);
        if (chosen == null) {
            throw SpotErrors.of(code, "Invalid " + name + ": " + String.join(", ", words.keySet()) + " are supported.");
        }
        return chosen;
    }

    /**
     * A decimal, converted to steps such as ticks.
     *
     * @param filter the error for a value between two steps
     */
    long steps(final String name, final ToLongFunction<BigDecimal> steps, final String filter) {
        final String text = required(name);
        if (!DECIMAL.matcher(text).matches()) {
            throw illegal(name, "^([0-9]{1,18})(\\.[0-9]{1,18})?$");
        }
        final long value;
        try {
            value = steps.applyAsLong(new BigDecimal(text));
        } catch (IllegalArgumentException e) {
            throw SpotErrors.filter(filter);
        }
        if (value == 0) {
            throw SpotErrors.filter(filter);
        }
        return value;
    }

    /** Refuses a parameter that contradicts the others. */
    void refuse(final String name) {
        asked.add(name);
        if (has(name)) {
            throw SpotErrors.of(SpotErrors.NOT_REQUIRED, "Parameter '" + name + "' sent when not required.");
        }
    }

    /** Accepts parameters that have no effect. */
    void pass(final String... names) {
        asked.addAll(List.of(names));
    }

    /** Refuses unread parameters, and an unknown unit of time. */
    void finish() {
        final boolean unused = isMicros(parameters.get(TIME_UNIT));
        for (final String name : parameters.keySet()) {
            if (!asked.contains(name) && !name.equals(TIME_UNIT)) {
                throw SpotErrors.of(
                        SpotErrors.UNKNOWN_PARAMETER,
                        "Parameter '" + printable(name) + "' is not supported here. Known: " + String.join(", ", asked)
                                + ".");
            }
        }
    }

    private static Problem illegal(final String name, final String range) {
        return SpotErrors.of(
                SpotErrors.ILLEGAL,
                "Illegal characters found in parameter '" + name + "'; legal range is '" + range + "'.");
    }

    private static String printable(final String text) {
        final StringBuilder shown = new StringBuilder();
        text.codePoints().limit(64).forEach(c -> shown.append(c >= ' ' && c <= '~' ? (char) c : '?'));
        return shown.toString();
    }
}
