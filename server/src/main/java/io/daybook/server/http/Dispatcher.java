package io.daybook.server.http;

import io.daybook.api.ExchangeClosedException;
import io.daybook.api.NoSpaceException;
import io.daybook.host.Clock;
import io.daybook.journal.folder.IoFailure;
import io.daybook.server.identity.Authenticator;
import io.daybook.server.identity.BrowserSessions;
import io.daybook.server.identity.Caller;
import io.daybook.server.identity.Credentials;
import io.daybook.server.identity.NotAuthenticException;
import io.daybook.server.identity.NotNotedException;
import io.daybook.wire.json.Json;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Makes the answer to a raw request: checks host, origin, key, rights and limits, finds the route, and writes problems.
 * Any event loop may call it.
 */
public final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final Set<String> CHANGES = Set.of("POST", "PATCH", "DELETE", "PUT");
    private static final int MAX_PARAMETERS = 32;

    /**
     * Letters, digits and a few signs, and percent signs with the digits of a printable character of ASCII. The
     * quantifiers are possessive: a group that may backtrack takes a frame of the stack for each character of a path,
     * and any client can send a long one.
     */
    private static final Pattern PATH = Pattern.compile("(?:[A-Za-z0-9/._:-]++|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e])*+");

    private static final int MOST_SIGNED = 1 << 17;

    /** The time for which a signature is remembered: it is valid until 5 s after its time, which may be 5 s ahead. */
    private static final int SIGNED_S = 12;

    private static final int AHEAD_MS = 5_000;

    /** The longest time in the dialect: a signature is valid until 60 s after its time, which may be 1 s ahead. */
    private static final int SIGNED_IN_DIALECT_S = 65;

    private static final int AHEAD_IN_DIALECT_MS = 1_000;

    /** The header with the number of an answer's history. */
    static final String HISTORY = "Daybook-History";

    private final SwitchedRouter router;
    private final Authenticator authenticator;
    private final Cookies cookies;
    private final Limiter limiter;
    private final boolean publicData;
    private volatile Pages pages;
    private volatile long history;
    private final HttpObserver observer;
    private final Dialect dialect;
    private final Clock clock;
    private final SignedOnce onceHere;
    private final SignedOnce onceInDialect;
    private final GuessWatch guesses;
    private final AtomicLong requests = new AtomicLong();

    /**
     * Serves the routes of a router.
     *
     * @param publicData whether market data needs no key
     * @param hosts the names that requests may have in Host, besides those of this machine
     * @param corsOrigins the origins of pages of other servers that may send requests
     * @param observer the observer that is called for each request
     * @param dialect the other API on this door
     * @param cookies the cookies of browsers
     */
    public Dispatcher(
            final SwitchedRouter router,
            final Authenticator authenticator,
            final Limiter limiter,
            final boolean publicData,
            final List<String> hosts,
            final List<String> corsOrigins,
            final HttpObserver observer,
            final Dialect dialect,
            final Cookies cookies,
            final Clock clock) {
        this.router = router;
        this.authenticator = authenticator;
        this.cookies = cookies;
        this.limiter = limiter;
        this.publicData = publicData;
        this.pages = Pages.of(hosts, corsOrigins);
        this.observer = observer;
        this.dialect = dialect;
        this.clock = clock;
        this.guesses = new GuessWatch(clock);
        this.onceHere = new SignedOnce(clock, SIGNED_S, MOST_SIGNED, AHEAD_MS);
        this.onceInDialect = new SignedOnce(clock, SIGNED_IN_DIALECT_S, MOST_SIGNED, AHEAD_IN_DIALECT_MS);
    }

    /**
     * Refuses signed changes that an earlier process may have carried out.
     *
     * @param endedMs the time after which that process did nothing
     */
    public void since(final long endedMs) {
        onceHere.since(endedMs);
        onceInDialect.since(endedMs);
    }

    /** Replaces the names of this server, and the other origins. */
    public void pages(final List<String> hosts, final List<String> corsOrigins) {
        pages = Pages.of(hosts, corsOrigins);
    }

    /** The names of this server, and the origins of pages that may send requests. */
    private record Pages(Hosts hosts, CrossOrigin crossOrigin) {
        static Pages of(final List<String> hosts, final List<String> corsOrigins) {
            final CrossOrigin crossOrigin = new CrossOrigin(corsOrigins);
            return new Pages(new Hosts(hosts, crossOrigin), crossOrigin);
        }
    }

    /**
     * The data of a request for its answer, its log line and its metrics.
     *
     * @param isOfDialect whether the dialect writes its problems
     */
    private record Ticket(String requestId, String method, long startNs, boolean isOfDialect) {}

    /**
     * Answers a request.
     *
     * @param raw the request as it was received
     * @param loop the event loop that writes the answer
     * @return the answer; the stage never fails
     */
    CompletionStage<Response> answer(final RawRequest raw, final Executor loop) {
        final Pages now = pages;
        return answer(raw, loop, now).thenApply(response -> now.crossOrigin.shown(raw, unlessKnown(raw, response)));
    }

    /** Leaves out the body of an answer that its receiver already has: RFC 9110, 13.1.2. */
    private static Response unlessKnown(final RawRequest raw, final Response response) {
        final String known = raw.header("if-none-match");
        final String tag = response.headers().get("ETag");
        return known != null && tag != null && known.contains(tag) ? response.notModified() : response;
    }

    private CompletionStage<Response> answer(final RawRequest raw, final Executor loop, final Pages now) {
        final boolean isOfDialect = dialect.has(raw.target());
        final Ticket ticket = ticket(raw, isOfDialect);
        Route route = null;
        try {
            now.hosts.require(raw, CHANGES.contains(raw.method()));
            final Response preflight = now.crossOrigin.preflight(raw);
            if (preflight != null) {
                return told(null, ticket, preflight).now();
            }
            final Router.Found found = router.find(raw.method(), segments(raw.target()));
            route = found.route();
            final Map<String, String> parameters = isOfDialect ? dialect.parameters(raw) : parameters(raw.target());
            final Caller caller = isOfDialect ? callerOfDialect(raw, parameters, route) : caller(raw);
            now.crossOrigin.requireOwn(raw, caller);
            return answer(ticket, found, caller, parameters, raw, loop);
        } catch (Problem e) {
            return told(route, ticket, response(ticket, e)).now();
        } catch (RuntimeException e) {
            return told(route, ticket, problem(ticket, e)).now();
        }
    }

    /**
     * Answers a request of the dialect that came over a socket, by the route that it has over HTTP, with the same
     * rights and limits.
     *
     * @param raw the method, the path and the other parts of an HTTP request
     * @param claim finds the caller for the route
     * @return the answer; the stage never fails
     */
    public CompletionStage<Response> answer(
            final RawRequest raw,
            final Map<String, String> parameters,
            final Function<Route, Claim> claim,
            final Executor loop) {
        final Ticket ticket = ticket(raw, true);
        Route route = null;
        try {
            final Router.Found found = router.find(raw.method(), segments(raw.target()));
            route = found.route();
            final Caller caller = caller(claim.apply(route), dialect.keyOf(raw), raw.address());
            return answer(ticket, found, caller, parameters, raw, loop);
        } catch (Problem e) {
            return told(route, ticket, response(ticket, e)).now();
        } catch (RuntimeException e) {
            return told(route, ticket, problem(ticket, e)).now();
        }
    }

    private Ticket ticket(final RawRequest raw, final boolean isOfDialect) {
        return new Ticket(Long.toHexString(requests.incrementAndGet()), raw.method(), clock.nanoTime(), isOfDialect);
    }

    private CompletionStage<Response> answer(
            final Ticket ticket,
            final Router.Found found,
            final Caller caller,
            final Map<String, String> parameters,
            final RawRequest raw,
            final Executor loop) {
        final Route route = found.route();
        requireAccess(route, caller);
        final Limiter.State left = route.cost() == Cost.FREE ? null : limiter.take(caller, route.cost());
        final Request request = new Request(ticket.requestId, caller, found.names(), parameters, raw, loop);
        try {
            return handle(route, request, raw, ticket.isOfDialect)
                    .handle((response, failure) -> told(
                            route,
                            ticket,
                            limited(ticket, route, failure == null ? response : problem(ticket, failure), left)));
        } catch (Problem e) {
            return told(route, ticket, limited(ticket, route, response(ticket, e), left))
                    .now();
        }
    }

    /** Carries out a request. A signed change is carried out only once, unless the attempt had no effect. */
    private CompletionStage<Response> handle(
            final Route route, final Request request, final RawRequest raw, final boolean isOfDialect) {
        final String signed = request.caller().signed();
        if (signed == null || route.answersAgain() || !CHANGES.contains(raw.method())) {
            return route.handler().handle(request);
        }
        final SignedOnce once = isOfDialect ? onceInDialect : onceHere;
        final String time = isOfDialect ? dialect.timeOf(request.parameters()) : raw.header("daybook-time");
        once.take(signed, Long.parseLong(String.valueOf(time))); // a number: otherwise the signature would not be valid
        try {
            return route.handler().handle(request).whenComplete((response, failure) -> {
                if (failure != null && isUndone(failure)) {
                    once.giveBack(signed);
                }
            });
        } catch (Problem e) {
            if (isUndone(e)) {
                once.giveBack(signed);
            }
            throw e;
        }
    }

    /** Returns whether nothing was sent to the exchange, so that the same request may be sent again. */
    private static boolean isUndone(final Throwable failure) {
        final Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof NoSpaceException
                || IoFailure.saysNoSpace(cause)
                || cause instanceof NotNotedException
                || cause instanceof Problem problem && problem.code().equals(ProblemCode.RING_FULL.name());
    }

    /** The answer to a request that Netty could not read. */
    static Response unreadable(final ProblemCode code, final String detail) {
        return response(Problem.of(code, detail), "0");
    }

    /**
     * The caller that requests a WebSocket. Checks host, origin and rate, and the key if there is one.
     *
     * @throws Problem for a refusal
     */
    Caller callerOfSocket(final RawRequest raw) {
        final Pages now = pages;
        now.hosts.require(raw, true);
        final Caller caller = caller(raw);
        now.crossOrigin.requireOwn(raw, caller);
        if (caller.session() != null && raw.header("origin") == null) {
            throw Problem.of(ProblemCode.FORBIDDEN, "a WebSocket with a cookie must send its Origin, as browsers do");
        }
        take(caller);
        return caller;
    }

    /**
     * The caller with credentials that came over a socket.
     *
     * @throws Problem UNAUTHENTICATED, or THROTTLED after too many attempts
     */
    public Caller caller(final Credentials credentials) {
        return checked(
                () -> authenticator.caller(credentials),
                credentials.address(),
                credentials.key(),
                failure -> unauthenticated());
    }

    /** The caller with these credentials; computes only few signatures for an address that failed too often. */
    private Caller checked(
            final Claim claim,
            final InetAddress address,
            final @Nullable String key,
            final Function<NotAuthenticException, Problem> refusal) {
        if (key != null) {
            limiter.beforeCheck(address, key);
        }
        try {
            final Caller caller = claim.caller();
            if (key != null && caller.key() != null) {
                limiter.passed(address, key);
            }
            return caller;
        } catch (NotAuthenticException e) {
            failed(e, address);
            throw refusal.apply(e);
        }
    }

    private void failed(final NotAuthenticException failure, final InetAddress address) {
        observer.onAuthenticationFailed(failure.reason());
        LOG.atDebug()
                .addKeyValue("reason", failure.reason())
                .addKeyValue("from", address.getHostAddress())
                .log("a key was refused");
        limiter.failed(address);
    }

    /** Credentials in the form of the dialect. */
    @FunctionalInterface
    public interface Claim {
        /** The caller with the credentials. */
        Caller caller() throws NotAuthenticException;
    }

    /**
     * The caller with credentials in the form of the dialect.
     *
     * @param key the name of the key in the dialect, or null
     * @throws Problem for wrong credentials, or after too many attempts
     */
    public Caller caller(final Claim claim, final @Nullable String key, final InetAddress address) {
        return checked(claim, address, key, dialect::notAuthentic);
    }

    /**
     * Checks the rate limits before a password attempt.
     *
     * @throws Problem THROTTLED if there are too many attempts from the address, or for the name
     */
    public void takePassword(final InetAddress address, final String name) {
        try {
            limiter.guess(address, name);
        } catch (Problem e) {
            final GuessWatch.Line line = guesses.unchecked();
            if (line != null) {
                LOG.atWarn()
                        .addKeyValue("wrong", line.wrong())
                        .addKeyValue("unchecked", line.unchecked())
                        .addKeyValue("from", address.getHostAddress())
                        .log("passwords are guessed; the counts are those since the last such line, and there is"
                                + " at most one line a minute");
            }
            throw e;
        }
    }

    /**
     * The person with a name and its password; not on an event loop.
     *
     * @throws Problem UNAUTHENTICATED, or THROTTLED after too many attempts
     */
    public Authenticator.Person person(final String name, final String password, final InetAddress address) {
        try {
            final Authenticator.Person person = authenticator.person(name, password, address);
            limiter.guessed(address, name);
            return person;
        } catch (NotAuthenticException e) {
            guesses.wrong();
            failed(e, address);
            throw Problem.of(
                    ProblemCode.UNAUTHENTICATED, "no person with this name and password may log in from this address");
        }
    }

    /**
     * The person for whom the code of a link was made.
     *
     * @throws Problem UNAUTHENTICATED, or THROTTLED after too many attempts
     */
    public Authenticator.Person personOfLink(
            final BrowserSessions sessions, final String code, final InetAddress address) {
        try {
            return sessions.person(code, address, this::take);
        } catch (NotAuthenticException e) {
            failed(e, address);
            throw Problem.of(
                    ProblemCode.UNAUTHENTICATED,
                    "this link was used, or is older than five minutes. A start of the server prints a new one, and"
                            + " POST /v1/session/code makes one for a key");
        }
    }

    /** Returns whether the key of an admitted caller is still valid; true without a key. */
    public boolean stillCounts(final Caller caller) {
        return authenticator.stillCounts(caller) && cookies.stillCounts(caller);
    }

    /** Returns whether market data needs no key. */
    public boolean publicData() {
        return publicData;
    }

    /**
     * Counts a request over a socket against the caller's rate limit.
     *
     * @throws Problem THROTTLED
     */
    public void take(final Caller caller) {
        final Limiter.State unused = limiter.take(caller, Cost.REQUEST);
    }

    /**
     * Counts a login with a token against the rate limits of logins and of the key's requests.
     *
     * @throws Problem THROTTLED
     */
    public void takeLogin(final Caller caller) {
        take(caller);
        limiter.login(caller.address());
    }

    /**
     * Counts a request for a sign-in code, or the use of a code, against the address's rate limit of logins.
     *
     * @throws Problem THROTTLED
     */
    public void takeCode(final InetAddress address) {
        limiter.login(address);
    }

    /** Sets the number of the venue's history, which answers have from now on; 0 for the first one. */
    public void history(final long number) {
        history = number;
    }

    /** The number of the venue's history. Any thread. */
    public long history() {
        return history;
    }

    /** Adds the number of the venue's history to an answer, if a backup was restored. */
    Response told(final Response response) {
        final long number = history;
        return number == 0 ? response : response.with(HISTORY, Long.toString(number));
    }

    /** The answer with a problem. */
    static Response response(final Problem problem, final String requestId) {
        final Json json = new Json()
                .object()
                .put("type", "/problems/" + problem.code())
                .put("title", problem.title())
                .put("status", problem.status())
                .put("code", problem.code())
                .put("detail", problem.detail());
        problem.members().forEach(json::putAny);
        Response response = new Response(
                problem.status(),
                "application/problem+json",
                json.put("requestId", requestId).end().bytes(),
                Map.of());
        for (final Map.Entry<String, String> header : problem.headers().entrySet()) {
            response = response.with(header.getKey(), header.getValue());
        }
        return response;
    }

    private Response told(final @Nullable Route route, final Ticket ticket, final Response response) {
        final String path = route == null ? "none" : route.path();
        final long ns = clock.nanoTime() - ticket.startNs;
        observer.onRequest(path, route == null ? "none" : ticket.method, response.status(), ns);
        if (LOG.isDebugEnabled()) {
            log(path, ticket, response, ns);
        }
        return response;
    }

    /** Logs an answer with its route, not with its path, because the path of a stream contains its key. */
    private static void log(final String path, final Ticket ticket, final Response response, final long ns) {
        LoggingEventBuilder line = LOG.atDebug()
                .addKeyValue("requestId", ticket.requestId)
                .addKeyValue("method", ticket.method)
                .addKeyValue("route", path)
                .addKeyValue("status", response.status())
                .addKeyValue("us", TimeUnit.NANOSECONDS.toMicros(ns));
        final String seq = response.headers().get(Response.SEQ);
        if (seq != null) {
            line = line.addKeyValue("seq", Long.parseLong(seq));
        }
        line.log("answered");
    }

    private Response limited(
            final Ticket ticket,
            final @Nullable Route route,
            final Response response,
            final Limiter.@Nullable State state) {
        if (state == null || route == null) {
            return response;
        }
        return ticket.isOfDialect
                ? dialect.limited(response, route.cost(), state.limit(), state.remaining())
                : response.with("RateLimit-Limit", Integer.toString(state.limit()))
                        .with("RateLimit-Remaining", Integer.toString(state.remaining()))
                        .with("RateLimit-Reset", "1");
    }

    private Response response(final Ticket ticket, final Problem problem) {
        return ticket.isOfDialect ? dialect.problem(problem) : response(problem, ticket.requestId);
    }

    private Response problem(final Ticket ticket, final Throwable failure) {
        final Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof Problem problem) {
            return response(ticket, problem);
        }
        if (cause instanceof NoSpaceException) {
            return response(
                    ticket,
                    Problem.of(
                            ProblemCode.NO_SPACE,
                            "commands are refused until the disk has room; queries are still answered"));
        }
        if (cause instanceof ExchangeClosedException) {
            return response(
                    ticket,
                    Problem.of(
                            ProblemCode.HALTED,
                            "the exchange is closing or has stopped; send the request again later"));
        }
        if (IoFailure.saysNoSpace(cause)) {
            LOG.atWarn()
                    .addKeyValue("requestId", ticket.requestId)
                    .setCause(cause)
                    .log("the disk is full");
            return response(
                    ticket,
                    Problem.of(ProblemCode.NO_SPACE, "nothing was changed: send it again when the disk has room"));
        }
        if (cause instanceof NotNotedException) {
            LOG.atError()
                    .addKeyValue("requestId", ticket.requestId)
                    .setCause(cause)
                    .log("the audit log cannot record an act");
            return response(ticket, Problem.of(ProblemCode.NOT_DONE, String.valueOf(cause.getMessage())));
        }
        LOG.atError().addKeyValue("requestId", ticket.requestId).setCause(cause).log("a request failed");
        return response(
                ticket, Problem.of(ProblemCode.INTERNAL, "the server's log has the fault, under the requestId"));
    }

    /** The caller of a request of the dialect. */
    private Caller callerOfDialect(final RawRequest raw, final Map<String, String> parameters, final Route route) {
        return caller(() -> dialect.caller(raw, parameters, route), dialect.keyOf(raw), raw.address());
    }

    /** The caller of a request, whose key takes precedence over its cookie. */
    private Caller caller(final RawRequest raw) {
        final Credentials given = new Credentials(
                raw.header("authorization"),
                raw.header("daybook-key"),
                raw.header("daybook-time"),
                raw.header("daybook-sign"),
                raw.method(),
                raw.target(),
                raw.body(),
                raw.address());
        final Caller browser = given.areGiven() ? null : cookies.caller(raw, CHANGES.contains(raw.method()));
        return browser == null ? caller(given) : browser;
    }

    private void requireAccess(final Route route, final Caller caller) {
        final Access access = route.access();
        if (access == Access.PUBLIC || access == Access.MARKET && publicData) {
            return;
        }
        if (caller.key() == null) {
            throw unauthenticated();
        }
        if (!access.allows(caller.roles())) {
            throw Problem.of(
                    ProblemCode.FORBIDDEN,
                    "this needs a key with the role "
                            + (access == Access.TRADER
                                    ? "trader"
                                    : access.name().toLowerCase(Locale.ROOT))
                            + " or more");
        }
    }

    /** The problem of a request without a valid key. */
    public static Problem unauthenticated() {
        return Problem.of(
                        ProblemCode.UNAUTHENTICATED,
                        "send Authorization: Bearer with a token, or Daybook-Key, Daybook-Time and Daybook-Sign;"
                                + " only the server's metrics distinguish unknown keys, wrong signatures, ended keys"
                                + " and clocks that are off by 5 s")
                .header("WWW-Authenticate", "Bearer");
    }

    /**
     * The segments of a target's path as they were sent. Refuses paths that are ambiguous. The router decodes the
     * values of names, so that {@code %2F} belongs to its segment.
     */
    private static String[] segments(final String target) {
        final int query = target.indexOf('?');
        final String path = query < 0 ? target : target.substring(0, query);
        final String[] segments = path.split("/", -1);
        final boolean isPlain = path.startsWith("/") && PATH.matcher(path).matches();
        for (final String segment : segments) {
            if (!isPlain || segment.equals("..") || segment.equals(".")) {
                throw Router.noSuchPath();
            }
        }
        return segments;
    }

    private static Map<String, String> parameters(final String target) {
        final int mark = target.indexOf('?');
        final Map<String, String> parameters = new LinkedHashMap<>();
        if (mark < 0 || mark == target.length() - 1) {
            return parameters;
        }
        for (final String one : target.substring(mark + 1).split("&", -1)) {
            final int equals = one.indexOf('=');
            if (equals < 1) {
                throw Problem.badForm("?", "a parameter must be name=value");
            }
            final String name = decoded(one.substring(0, equals));
            if (name.equals("token") || name.equals("signature") || name.equals("secret")) {
                throw Problem.badForm("?", "secrets must be in headers: logs contain addresses");
            }
            if (parameters.put(name, decoded(one.substring(equals + 1))) != null
                    || parameters.size() > MAX_PARAMETERS) {
                throw Problem.badForm(
                        "?", "a parameter may be given only once, and the most parameters are " + MAX_PARAMETERS);
            }
        }
        return parameters;
    }

    static String decoded(final String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Problem.badForm("?", "a % must be followed by two hexadecimal digits");
        }
    }
}
