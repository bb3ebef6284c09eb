package io.daybook.server.spot;

import io.daybook.server.http.Access;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.Caller;
import io.daybook.wire.json.Json;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;

/** The routes of listen keys, for clients that do not sign over sockets. */
final class SpotListenRoutes {
    private final ListenKeys keys;

    SpotListenRoutes(final ListenKeys keys) {
        this.keys = keys;
    }

    void addTo(final Router router) {
        add(router, "POST", "Makes a listen key", request -> {
            new SpotParameters(request.parameters()).finish();
            final long unused = SpotOrders.uid(request.caller());
            return Response.json(new Json()
                            .object()
                            .put("listenKey", keys.open(request.caller()))
                            .end())
                    .now();
        });
        add(router, "PUT", "Extends a listen key", request -> known(request, keys::keep));
        add(router, "DELETE", "Ends a listen key", request -> known(request, keys::end));
    }

    private static void add(
            final Router router, final String method, final String summary, final Route.Handler handler) {
        router.add(Route.of(method + " " + SpotDialect.LISTEN_KEYS, Access.TRADER, summary, handler));
    }

    private static CompletionStage<Response> known(final Request request, final BiPredicate<Caller, String> act) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final String text = given.required("listenKey");
        given.finish();
        if (!act.test(request.caller(), text)) {
            throw SpotErrors.of(SpotErrors.LISTEN_KEY, "This listenKey does not exist.");
        }
        return Response.json(new Json().object().end()).now();
    }
}
