package io.daybook.server.http;

import io.daybook.api.ExchangeClosedException;
import io.daybook.api.NoSpaceException;
import io.daybook.journal.host.Clock;
import io.daybook.server.identity.Authenticator;
import io.daybook.server.identity.Caller;
import io.daybook.server.identity.Credentials;
import io.daybook.server.identity.NotAuthenticException;
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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From a request as it came to its answer: host, origin, key, rights, limits, route, problems. Any event loop. */
public final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final Set<String> CHANGES = Set.of("POST", "PATCH", "DELETE", "PUT");
    private static final int MAX_PARAMETERS = 32;

    private final SwitchedRouter router;
    private final Authenticator authenticator;
    private final Limiter limiter;
    private final boolean publicData;
    private final Hosts hosts;
    private final HttpObserver observer;
    private final Clock clock;
    private final AtomicLong requests = new AtomicLong();

    /**
     * Serves the routes of a router.
     *
     * @param publicData whether market data needs no key
     * @param observer hears of each request
     */
    public Dispatcher(
            final SwitchedRouter router,
            final Authenticator authenticator,
            final Limiter limiter,
            final boolean publicData,
            final List<String> hosts,
            final HttpObserver observer,
            final Clock clock) {
        this.router = router;
        this.authenticator = authenticator;
        this.limiter = limiter;
        this.publicData = publicData;
        this.hosts = new Hosts(hosts);
        this.observer = observer;
        this.clock = clock;
    }

    /** An answer on its way, with what is told of it. */
    private record Ticket(String requestId, String method, long startNs) {}

    /**
     * Answers a request.
     *
     * @param raw as it came
     * @param loop where the answer will be written
     * @return never fails
     */
    CompletionStage<Response> answer(final RawRequest raw, final Executor loop) {
        final Ticket ticket = new Ticket(Long.toHexString(requests.incrementAndGet()), raw.method(), clock.nanoTime());
        Route route = null;
        Limiter.State state = null;
        try {
            hosts.require(raw, CHANGES.contains(raw.method()));
            final String path = pathOf(raw.target());
            final Router.Found found = router.find(raw.method(), path);
            route = found.route();
            final Caller caller = caller(raw);
            requireAccess(route, caller);
            state = route.cost() == Cost.FREE ? null : limiter.take(caller, route.cost());
            final Request request =
                    new Request(ticket.requestId, caller, found.names(), parameters(raw.target()), raw.body(), loop);
            final Route served = route;
            final Limiter.State left = state;
            return route.handler()
                    .handle(request)
                    .handle((response, failure) ->
                            told(served, ticket, limited(failure == null ? response : problem(ticket, failure), left)));
        } catch (Problem e) {
            return told(route, ticket, limited(response(e, ticket.requestId), state))
                    .now();
        } catch (RuntimeException e) {
            return told(route, ticket, problem(ticket, e)).now();
        }
    }

    /** What a request that Netty could not read is told. */
    static Response unreadable(final ProblemCode code, final String detail) {
        return response(Problem.of(code, detail), "0");
    }

    /** Who asks for a stream; the same checks as for a request. */
    public Caller callerOfStream(final RawRequest raw) {
        hosts.require(raw, true);
        final Caller caller = caller(raw);
        if (caller.key() == null && !publicData) {
            throw unauthenticated();
        }
        final Limiter.State unused = limiter.take(caller, Cost.REQUEST);
        return caller;
    }

    /** Who says so over a stream. */
    public Caller caller(final Credentials credentials) {
        try {
            return authenticator.caller(credentials);
        } catch (NotAuthenticException e) {
            observer.onAuthenticationFailed(e.reason());
            limiter.failed(credentials.address());
            throw unauthenticated();
        }
    }

    /** The answer that says a problem. */
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
        observer.onRequest(
                route == null ? "none" : route.path(),
                route == null ? "none" : ticket.method,
                response.status(),
                clock.nanoTime() - ticket.startNs);
        return response;
    }

    private static Response limited(final Response response, final Limiter.@Nullable State state) {
        return state == null
                ? response
                : response.with("RateLimit-Limit", Integer.toString(state.limit()))
                        .with("RateLimit-Remaining", Integer.toString(state.remaining()))
                        .with("RateLimit-Reset", "1");
    }

    private static Response problem(final Ticket ticket, final Throwable failure) {
        final Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof Problem problem) {
            return response(problem, ticket.requestId);
        }
        if (cause instanceof NoSpaceException) {
            return response(
                    Problem.of(ProblemCode.NO_SPACE, "commands are refused until the disk has room; queries go on"),
                    ticket.requestId);
        }
        if (cause instanceof ExchangeClosedException) {
            return response(
                    Problem.of(ProblemCode.HALTED, "the exchange is closing or has stopped; come again later"),
                    ticket.requestId);
        }
        LOG.error("request {} failed", ticket.requestId, cause);
        return response(
                Problem.of(ProblemCode.INTERNAL, "the fault is in the log, under the requestId"), ticket.requestId);
    }

    private Caller caller(final RawRequest raw) {
        return caller(new Credentials(
                raw.header("authorization"),
                raw.header("daybook-key"),
                raw.header("daybook-time"),
                raw.header("daybook-sign"),
                raw.method(),
                raw.target(),
                raw.body(),
                raw.address()));
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

    private static Problem unauthenticated() {
        return Problem.of(
                        ProblemCode.UNAUTHENTICATED,
                        "send Authorization: Bearer with a token, or Daybook-Key, Daybook-Time and Daybook-Sign;"
                                + " unknown keys, wrong signatures, ended keys and clocks that are off by 5 s are told"
                                + " apart only in the server's metrics")
                .header("WWW-Authenticate", "Bearer");
    }

    /** The path of a target; what could be read in two ways is refused. */
    private static String pathOf(final String target) {
        final int query = target.indexOf('?');
        final String path = query < 0 ? target : target.substring(0, query);
        final boolean isPlain = path.startsWith("/")
                && path.chars()
                        .allMatch(c -> c >= 'a' && c <= 'z'
                                || c >= 'A' && c <= 'Z'
                                || c >= '0' && c <= '9'
                                || "/-._:".indexOf(c) >= 0);
        if (!isPlain || path.contains("//") || path.contains("..")) {
            throw Problem.of(ProblemCode.NOT_FOUND, "no route has this path; /v1/openapi.json lists them");
        }
        return path;
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
                throw Problem.badForm("?", "secrets go into headers: addresses end up in logs");
            }
            if (parameters.put(name, decoded(one.substring(equals + 1))) != null
                    || parameters.size() > MAX_PARAMETERS) {
                throw Problem.badForm(
                        "?", "a parameter must be there once, and at most " + MAX_PARAMETERS + " of them");
            }
        }
        return parameters;
    }

    private static String decoded(final String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Problem.badForm("?", "a % must be followed by two hexadecimal digits");
        }
    }
}
