package io.daybook.server.spot;

import io.daybook.host.Clock;
import io.daybook.server.http.Access;
import io.daybook.server.http.Cost;
import io.daybook.server.http.Dialect;
import io.daybook.server.http.Problem;
import io.daybook.server.http.RawRequest;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.identity.Authenticator;
import io.daybook.server.identity.Caller;
import io.daybook.server.identity.NotAuthenticException;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates requests of the dialect. {@code X-MBX-APIKEY} names a key; {@code signature} covers the query and the
 * body as sent, with nothing between them, and without the signature itself. Any event loop may call it.
 */
public final class SpotDialect implements Dialect {
    /** The header that names a key. */
    static final String API_KEY = "x-mbx-apikey";

    /**
     * The path of listen keys, whose requests are not signed: instead, the name of the key must contain the proof of
     * its secret.
     */
    static final String LISTEN_KEYS = "/api/v3/userDataStream";

    private static final Pattern KEY = Pattern.compile("k\\d{6}(\\.[0-9a-f]{32})?");
    private static final int MAX_PARAMETERS = 64;
    private static final long WINDOW_MS = 5_000;
    private static final long MAX_WINDOW_MS = 60_000;
    private static final long AHEAD_MS = 1_000;
    private static final int ID_LENGTH = 7;

    private final Authenticator authenticator;
    private final Clock clock;

    /** Answers requests signed with these keys. */
    public SpotDialect(final Authenticator authenticator, final Clock clock) {
        this.authenticator = authenticator;
        this.clock = clock;
    }

    @Override
    public boolean has(final String path) {
        return path.startsWith("/api/") || path.startsWith("/sapi/");
    }

    @Override
    public Map<String, String> parameters(final RawRequest raw) {
        final Map<String, String> parameters = new LinkedHashMap<>();
        read(body(raw), parameters);
        // If the query and the body have the same parameter, that of the query is used.
        read(query(raw), parameters);
        final String unit = raw.header(SpotParameters.TIME_UNIT);
        if (unit != null) {
            parameters.put(SpotParameters.TIME_UNIT, unit);
        }
        return parameters;
    }

    @Override
    public Caller caller(final RawRequest raw, final Map<String, String> parameters, final Route route)
            throws NotAuthenticException {
        return caller(route, raw.header(API_KEY), parameters, without(query(raw)) + without(body(raw)), raw.address());
    }

    /**
     * Authenticates a request for a route.
     *
     * @param key the key's name in the request, or null
     * @param text the signed text
     * @throws NotAuthenticException if the credentials are wrong
     * @throws Problem if the credentials are missing, or the time is outside the window
     */
    Caller caller(
            final Route route,
            final @Nullable String key,
            final Map<String, String> parameters,
            final String text,
            final InetAddress address)
            throws NotAuthenticException {
        if (isOpen(route) && (key == null || !parameters.containsKey(SpotParameters.SIGNATURE))) {
            return new Caller(null, address, null);
        }
        return route.path().equals(LISTEN_KEYS) ? holder(key, address) : signer(key, parameters, text, address);
    }

    /**
     * Authenticates an unsigned request over a socket that has logged on.
     *
     * @param text a text that no earlier request had
     * @throws Problem if the time is outside the window
     */
    Caller caller(final Route route, final Caller known, final Map<String, String> parameters, final String text) {
        if (isOpen(route)) {
            return new Caller(known.key(), known.address(), null);
        }
        requireTime(new SpotParameters(parameters));
        return new Caller(known.key(), known.address(), known.signed() + "\n" + text);
    }

    private static boolean isOpen(final Route route) {
        return route.access() == Access.PUBLIC || route.access() == Access.MARKET;
    }

    @Override
    public @Nullable String timeOf(final Map<String, String> parameters) {
        final String time = parameters.get(SpotParameters.TIMESTAMP);
        return time == null ? null : Long.toString(SpotParameters.millis(Long.parseLong(time)));
    }

    @Override
    public @Nullable String keyOf(final RawRequest raw) {
        return raw.header(API_KEY);
    }

    /**
     * Authenticates a signed request.
     *
     * @param key the key's name in the request, or null
     * @param text the signed text
     * @throws NotAuthenticException if the credentials are wrong
     * @throws Problem if the credentials are missing, or the time is outside the window
     */
    Caller signer(
            final @Nullable String key, final Map<String, String> given, final String text, final InetAddress address)
            throws NotAuthenticException {
        final String id = known(key).substring(0, ID_LENGTH);
        final SpotParameters parameters = new SpotParameters(given);
        final String signature = parameters.required(SpotParameters.SIGNATURE);
        requireTime(parameters);
        return authenticator.signer(id, text, signature, address);
    }

    private void requireTime(final SpotParameters parameters) {
        final Long given = parameters.whole(SpotParameters.TIMESTAMP);
        if (given == null) {
            throw SpotErrors.missing(SpotParameters.TIMESTAMP);
        }
        final long time = SpotParameters.millis(given);
        final long window = parameters.whole(SpotParameters.RECV_WINDOW, WINDOW_MS, 1, MAX_WINDOW_MS);
        final long now = clock.epochMillis();
        if (time >= now + AHEAD_MS) {
            throw SpotErrors.of(SpotErrors.TIME, "Timestamp for this request was 1000ms ahead of the server's time.");
        }
        if (now - time > window) {
            throw SpotErrors.of(SpotErrors.TIME, "Timestamp for this request is outside of the recvWindow.");
        }
    }

    private Caller holder(final @Nullable String key, final InetAddress address) throws NotAuthenticException {
        final String known = known(key);
        return authenticator.holder(
                known.substring(0, ID_LENGTH),
                known.length() == ID_LENGTH ? "" : known.substring(ID_LENGTH + 1),
                address);
    }

    private static String known(final @Nullable String key) {
        if (key == null || !KEY.matcher(key).matches()) {
            throw SpotErrors.of(SpotErrors.KEY_FORMAT, "API-key format invalid.");
        }
        return key;
    }

    @Override
    public Problem notAuthentic(final NotAuthenticException failure) {
        return failure.reason().equals("signature")
                ? SpotErrors.of(SpotErrors.SIGNATURE, "Signature for this request is not valid.")
                : SpotErrors.of(SpotErrors.KEY, SpotErrors.NO_PERMISSION);
    }

    @Override
    public Response problem(final Problem problem) {
        return SpotErrors.response(problem);
    }

    @Override
    public Response limited(final Response response, final Cost cost, final int limit, final int remaining) {
        final String used = Integer.toString(limit - remaining);
        return response.with(cost == Cost.REQUEST ? "X-MBX-USED-WEIGHT-1S" : "X-MBX-ORDER-COUNT-1S", used);
    }

    private static String query(final RawRequest raw) {
        final int mark = raw.target().indexOf('?');
        return mark < 0 ? "" : raw.target().substring(mark + 1);
    }

    private static String body(final RawRequest raw) {
        return new String(raw.body(), StandardCharsets.UTF_8);
    }

    /** The signed part of a query or a body. */
    private static String without(final String text) {
        final StringJoiner rest = new StringJoiner("&");
        for (final String one : text.split("&", -1)) {
            if (!one.startsWith(SpotParameters.SIGNATURE + "=")) {
                rest.add(one);
            }
        }
        return rest.toString();
    }

    private static void read(final String text, final Map<String, String> parameters) {
        if (text.isEmpty()) {
            return;
        }
        final Map<String, String> own = new LinkedHashMap<>();
        for (final String one : text.split("&", -1)) {
            if (one.isEmpty()) {
                continue;
            }
            final int equals = one.indexOf('=');
            if (equals < 1) {
                throw SpotErrors.of(SpotErrors.ILLEGAL, "A parameter must be name=value.");
            }
            if (own.put(decoded(one.substring(0, equals)), decoded(one.substring(equals + 1))) != null) {
                throw SpotErrors.of(SpotErrors.DUPLICATE_PARAMETER, "Duplicate values for a parameter detected.");
            }
            if (own.size() > MAX_PARAMETERS) {
                throw SpotErrors.of(
                        SpotErrors.DUPLICATE_PARAMETER, "More than " + MAX_PARAMETERS + " parameters were sent.");
            }
        }
        parameters.putAll(own);
    }

    static String decoded(final String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw SpotErrors.of(SpotErrors.ILLEGAL, "A % must be followed by two hexadecimal digits.");
        }
    }
}
