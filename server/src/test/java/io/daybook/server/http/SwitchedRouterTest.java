package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Routes that are added while requests come: a request gets its route or STARTING, and never NOT_FOUND. */
class SwitchedRouterTest {
    private static final int ASKED = 200_000;

    @Test
    void shouldNeverSayThatARouteIsNotThereWhileItComes() throws Exception {
        final Router few = new Router().add(route("/livez"));
        final Router all = new Router().add(route("/livez")).add(route("/v1/orders"));
        final SwitchedRouter routes = new SwitchedRouter(few);
        final ExecutorService asking = Executors.newSingleThreadExecutor();
        try {
            final Future<Integer> misses = asking.submit(() -> {
                int count = 0;
                for (int i = 0; i < ASKED; i++) {
                    count += isMissing(routes) ? 1 : 0;
                }
                return count;
            });
            while (!misses.isDone()) {
                routes.to(all, true);
                routes.to(few, false);
            }
            assertEquals(0, misses.get());
        } finally {
            asking.shutdown();
        }
    }

    private static boolean isMissing(final SwitchedRouter routes) {
        try {
            return !routes.find("GET", new String[] {"", "v1", "orders"})
                    .route()
                    .path()
                    .equals("/v1/orders");
        } catch (Problem e) {
            return e.status() == ProblemCode.NOT_FOUND.status();
        }
    }

    private static Route route(final String path) {
        return Route.of("GET " + path, Access.PUBLIC, "A test", request -> Response.text(200, "text/plain", "")
                        .now())
                .costing(Cost.FREE);
    }
}
