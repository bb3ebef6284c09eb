package io.daybook.server.http;

import io.daybook.server.identity.Caller;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request that has passed the checks. Used on the event loop of its connection. */
public final class Request {
    private static final String MIN_SEQ = "minSeq";
    private static final Pattern QUALITY = Pattern.compile("q=[01](\\.\\d{0,3})?");

    private final String requestId;
    private final Caller caller;
    private final Map<String, String> path;
    private final Map<String, String> query;
    private final RawRequest raw;
    private final Executor loop;
    private final Set<String> asked = new LinkedHashSet<>(Set.of(MIN_SEQ));

    /**
     * A request.
     *
     * @param requestId the id for logs and problems
     * @param path the values of the names in the route's path
     * @param query the parameters of the query
     * @param raw the request as it was received
     * @param loop the event loop that writes answers
     */
    public Request(
            final String requestId,
            final Caller caller,
            final Map<String, String> path,
            final Map<String, String> query,
            final RawRequest raw,
            final Executor loop) {
        this.requestId = requestId;
        this.caller = caller;
        this.path = path;
        this.query = query;
        this.raw = raw;
        this.loop = loop;
    }

    /** The id of the request, for logs and problems. */
    public String requestId() {
        return requestId;
    }

    /** The sender of the request. */
    public Caller caller() {
        return caller;
    }

    /** The event loop that writes answers: long tasks must not run there. */
    public Executor loop() {
        return loop;
    }

    /** The value of a name in the route's path. */
    public String path(final String name) {
        final String value = path.get(name);
        if (value == null) {
            throw new IllegalArgumentException("name must be one of the route's path: name=" + name);
        }
        return value;
    }

    /** A parameter of the query, or null. */
    public @Nullable String query(final String name) {
        asked.add(name);
        return query.get(name);
    }

    /** All parameters of the query, for handlers that refuse unknown parameters in another way. */
    public Map<String, String> parameters() {
        return Collections.unmodifiableMap(query);
    }

    /** A whole number of the query. */
    public long query(final String name, final long otherwise, final long least, final long most) {
        final String text = query(name);
        if (text == null) {
            return otherwise;
        }
        if (text.length() <= 19 && !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            try {
                final long value = Long.parseLong(text);
                if (value >= least && value <= most) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // too large for a long: refused below
            }
        }
        throw Problem.badForm("?" + name, name + " must be a whole number from " + least + " to " + most);
    }

    /** Refuses parameters that were not read. */
    public Request onlyAsked() {
        for (final String name : query.keySet()) {
            if (!asked.contains(name)) {
                throw Problem.badForm("?" + name, "unknown parameter; known here: " + String.join(", ", asked));
            }
        }
        return this;
    }

    /** The smallest seq that the answer may have; 0 for any. */
    public long minSeq() {
        return query(MIN_SEQ, 0, 0, Long.MAX_VALUE);
    }

    /** Returns whether the request accepts HTML, as those of browsers do, and prefers neither text nor JSON to it. */
    public boolean wantsHtml() {
        final String accept = Objects.requireNonNullElse(raw.header("accept"), "");
        final double html = quality(accept, "text/html");
        return html > 0 && html >= quality(accept, "application/json") && html >= quality(accept, "text/plain");
    }

    /** The weight of a type that a list of RFC 9110 names, section 12.5.1; 0 if it is not named, or is refused. */
    private static double quality(final String accept, final String type) {
        for (final String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
            final String[] parts = range.trim().split("\\s*;\\s*", -1);
            if (parts[0].equals(type)) {
                final String last = parts[parts.length - 1];
                if (!last.startsWith("q=")) {
                    return 1;
                }
                return QUALITY.matcher(last).matches() ? Double.parseDouble(last.substring(2)) : 0;
            }
        }
        return 0;
    }

    /** The JSON object that was sent. */
    public Body body() {
        return Body.read(raw.body());
    }

    /** The bytes that were sent. */
    public byte[] bytes() {
        return raw.body().clone();
    }
}
