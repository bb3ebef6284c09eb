package io.daybook.server.api;

import io.daybook.server.http.Access;
import io.daybook.server.http.Cost;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.wire.json.Json;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The routes of liveness, readiness, health and metrics. */
public final class HealthRoutes {
    private final Health health;
    private final Supplier<String> metrics;
    private final String metricsType;
    private final SlowWork glances;

    /** The health of a server, for monitors. */
    public interface Health {
        /** Returns whether the server is live: if not, only a restart helps. */
        boolean isLive();

        /** The reason why the server takes no orders now; empty if it takes orders. */
        String notReady();

        /** Refreshes the checks that may be slow; completes soon, even if a check does not. */
        CompletionStage<Void> look();

        /** The known problems. */
        List<String> degraded();

        /** The number of the venue's history; 0 until the venue is restored from a backup. */
        default long history() {
            return 0;
        }
    }

    /**
     * Serves the health of a server.
     *
     * @param glances the thread that writes the metrics, which takes too long for an event loop
     */
    public HealthRoutes(
            final Health health, final Supplier<String> metrics, final String metricsType, final SlowWork glances) {
        this.health = health;
        this.metrics = metrics;
        this.metricsType = metricsType;
        this.glances = glances;
    }

    /** Adds the routes, which are served before the exchange runs, and the description of all routes. */
    public void addTo(final Router router) {
        router.add(free("/livez", "Whether the server is live", this::livez));
        router.add(free("/readyz", "Whether the server takes orders", this::readyz));
        router.add(free("/healthz", "The health of the server and its known problems", this::healthz));
        router.add(free("/v1/status", "The same as /healthz", this::healthz));
        router.add(free(ProblemPages.ROOT + "{code}", "What a problem means, and what to do", ProblemPages::page));
        router.add(Route.of("GET /metrics", Access.VIEWER, "Metrics for Prometheus", this::metrics)
                .costing(Cost.FREE));
        router.add(
                free("/v1/openapi.json", "This description of the API", once(() -> Response.json(OpenApi.of(router)))));
        router.add(Route.of(
                "GET " + ApiPage.PATH,
                Access.PUBLIC,
                "The reference of the API as a page",
                once(() -> ApiPage.of(router))));
    }

    /** Makes an answer at the first request, when the router has all its routes, and keeps it. */
    private static Route.Handler once(final Supplier<Response> made) {
        final AtomicReference<@Nullable Response> kept = new AtomicReference<>();
        return request -> {
            request.onlyAsked();
            final Response known = kept.get();
            final Response answer = known == null ? made.get() : known;
            kept.set(answer);
            return answer.now();
        };
    }

    private static Route free(final String path, final String summary, final Route.Handler handler) {
        return Route.of("GET " + path, Access.PUBLIC, summary, handler).costing(Cost.FREE);
    }

    private CompletionStage<Response> livez(final Request request) {
        request.onlyAsked();
        return (health.isLive()
                        ? Response.text(200, "text/plain", "ok\n")
                        : Response.text(503, "text/plain", "failed\n"))
                .now();
    }

    private CompletionStage<Response> readyz(final Request request) {
        request.onlyAsked();
        final String reason = health.notReady();
        return (reason.isEmpty()
                        ? Response.text(200, "text/plain", "ok\n")
                        : Response.text(503, "text/plain", reason + "\n"))
                .now();
    }

    private CompletionStage<Response> healthz(final Request request) {
        request.onlyAsked();
        return health.look().thenApplyAsync(unused -> told(), request.loop());
    }

    private Response told() {
        final String reason = health.notReady();
        final List<String> degraded = health.degraded();
        final Json json =
                new Json().object().put("status", word(reason, degraded)).list("reasons");
        if (!reason.isEmpty()) {
            json.item(reason);
        }
        degraded.forEach(json::item);
        json.endList();
        if (health.history() != 0) {
            json.put("history", health.history());
        }
        return Response.json(json.end());
    }

    /** The health of a venue, in one word. */
    public static String word(final String notReady, final List<String> degraded) {
        return !notReady.isEmpty() ? "not ready" : degraded.isEmpty() ? "ok" : "degraded";
    }

    private CompletionStage<Response> metrics(final Request request) {
        request.onlyAsked();
        return glances.answer(request, () -> Response.text(200, metricsType, metrics.get()));
    }
}
