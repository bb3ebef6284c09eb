package io.daybook.testvenue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.daybook.api.text.Nearest;
import io.daybook.server.http.Body;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Response;
import io.daybook.wire.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The door by which a test controls its venue: JSON over HTTP, with one token. It uses the JDK's server and is not a
 * door of the venue, so it stays open over each reset. Handlers may wait, on threads of their own.
 */
final class ControlDoor implements AutoCloseable {
    /** The prefix of all paths. */
    static final String ROOT = "/test/v1";

    /**
     * A property that the JDK reads when its server is loaded. Without it, an answer waits 40 ms for the ACK of its
     * head.
     */
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    private static final Logger LOG = LoggerFactory.getLogger(ControlDoor.class);
    private static final int MAX_BODY = 1 << 16;
    private static final int THREADS = 32;
    private static final int BACKLOG = 100;
    private static final long IDLE_S = 30;

    private final HttpServer server;
    private final ExecutorService threads;
    private final byte[] bearer;
    private final List<ControlRoute> routes;

    /**
     * Begins to listen.
     *
     * @param listening the address; port 0 stands for a free port
     * @throws TestVenueException if it cannot listen there
     */
    ControlDoor(final String token, final InetSocketAddress listening, final List<ControlRoute> routes)
            throws TestVenueException {
        this.bearer = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
        this.routes = List.copyOf(routes);
        if (System.getProperty(NO_DELAY) == null) {
            System.setProperty(NO_DELAY, "true");
        }
        try {
            this.server = HttpServer.create(listening, BACKLOG);
        } catch (IOException e) {
            throw new TestVenueException(
                    "the control door cannot listen on " + listening + ": " + e.getMessage() + ". Choose another port");
        }
        final AtomicInteger count = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                1,
                THREADS,
                IDLE_S,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                work -> {
                    final Thread thread = new Thread(work, "daybook-testvenue-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.CallerRunsPolicy());
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void answer(final HttpExchange exchange) throws IOException {
        try (exchange) {
            ControlRoute.Answer answer;
            try {
                answer = handled(exchange);
            } catch (Problem e) {
                answer = problem(e);
            } catch (Exception e) {
                LOG.error("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), e);
                answer = problem(new Problem(500, "FAILED", "The test venue has failed", String.valueOf(e)));
            }
            exchange.getResponseHeaders().set("Content-Type", answer.type());
            exchange.sendResponseHeaders(answer.status(), answer.bytes().length == 0 ? -1 : answer.bytes().length);
            exchange.getResponseBody().write(answer.bytes());
        }
    }

    private ControlRoute.Answer handled(final HttpExchange exchange) throws Exception {
        final String given = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        if (!MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), bearer)) {
            throw Problem.of(
                    ProblemCode.UNAUTHENTICATED, "send Authorization: Bearer with the token of the venue's first line");
        }
        final String path = exchange.getRequestURI().getPath();
        final List<String> known = new ArrayList<>();
        final TreeSet<String> methods = new TreeSet<>();
        for (final ControlRoute route : routes) {
            final String name = path.startsWith(ROOT) ? match(route.path(), path.substring(ROOT.length())) : null;
            if (name != null && route.method().equals(exchange.getRequestMethod())) {
                return route.handler().handle(asked(name, exchange));
            }
            if (name != null) {
                methods.add(route.method());
            }
            known.add(ROOT + route.path());
        }
        if (!methods.isEmpty()) {
            throw Problem.of(ProblemCode.METHOD_NOT_ALLOWED, path + " has: " + String.join(", ", methods));
        }
        throw new Problem(
                ProblemCode.NOT_FOUND.status(),
                ProblemCode.NOT_FOUND.name(),
                ProblemCode.NOT_FOUND.title(),
                "no route has this path; GET " + ROOT + "/ lists them." + Nearest.hint(path, known));
    }

    /** The text at the name in a pattern; empty if the pattern has no name, null if the path does not match it. */
    private static @Nullable String match(final String pattern, final String path) {
        final String[] wanted = pattern.split("/", -1);
        final String[] given = path.isEmpty() ? new String[] {"", ""} : path.split("/", -1);
        if (wanted.length != given.length) {
            return null;
        }
        String name = "";
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].startsWith("{")) {
                name = given[i];
            } else if (!wanted[i].equals(given[i])) {
                return null;
            }
        }
        return name;
    }

    private static Map<String, String> query(final @Nullable String raw) {
        final Map<String, String> query = new LinkedHashMap<>();
        if (raw != null) {
            for (final String one : raw.split("&", -1)) {
                final int equals = one.indexOf('=');
                query.put(
                        equals < 0 ? one : one.substring(0, equals),
                        equals < 0 ? "" : URLDecoder.decode(one.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return query;
    }

    private static ControlRoute.Asked asked(final String name, final HttpExchange exchange) throws IOException {
        try (InputStream in = exchange.getRequestBody()) {
            final byte[] bytes = in.readNBytes(MAX_BODY + 1);
            if (bytes.length > MAX_BODY) {
                throw Problem.of(ProblemCode.TOO_LARGE, "a body must have at most 64 KiB");
            }
            return new ControlRoute.Asked(name, query(exchange.getRequestURI().getRawQuery()), Body.read(bytes), bytes);
        }
    }

    private static ControlRoute.Answer problem(final Problem problem) {
        final Json json = new Json()
                .object()
                .put("status", problem.status())
                .put("code", problem.code())
                .put("title", problem.title())
                .put("detail", problem.detail());
        problem.members().forEach(json::putAny);
        return new ControlRoute.Answer(
                problem.status(), "application/problem+json", json.end().bytes());
    }

    /** An answer in JSON. */
    static ControlRoute.Answer json(final Json json) {
        return new ControlRoute.Answer(200, Response.JSON, json.bytes());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
