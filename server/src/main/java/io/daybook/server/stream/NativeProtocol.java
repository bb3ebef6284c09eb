package io.daybook.server.stream;

import io.daybook.api.Exchange;
import io.daybook.host.VenueTime;
import io.daybook.server.api.HealthRoutes;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Waiting;
import io.daybook.server.config.Offer;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.http.Access;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.RawRequest;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.http.SocketProtocol;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.Caller;
import io.daybook.server.orders.OrdersBook;
import java.util.concurrent.CompletionStage;

/** The native protocol, on {@code /v1/stream}. */
public final class NativeProtocol implements SocketProtocol {
    public static final String PATH = "/v1/stream";

    private final NativeChannels channels;
    private final Dispatcher dispatcher;
    private final Markets markets;
    private final VenueTime time;

    public NativeProtocol(
            final Streams streams,
            final Exchange exchange,
            final Markets markets,
            final Offer offer,
            final MarketHistory history,
            final OrdersBook orders,
            final Waiting waiting,
            final HealthRoutes.Health health,
            final Dispatcher dispatcher,
            final VenueTime time) {
        this.channels = new NativeChannels(streams, exchange, markets, offer, history, orders, waiting, health, time);
        this.dispatcher = dispatcher;
        this.markets = markets;
        this.time = time;
    }

    /** Adds the path, which answers plain HTTP with the name of the protocol. */
    public static void addTo(final Router router) {
        router.add(Route.of("GET " + PATH, Access.PUBLIC, "WebSocket: market data, orders and balances", request -> {
            throw Problem.of(
                            ProblemCode.UPGRADE_REQUIRED,
                            "connect with a WebSocket; docs/http-api.md shows the messages")
                    .header("Upgrade", "websocket");
        }));
    }

    @Override
    public boolean takes(final String path) {
        return path.equals(PATH);
    }

    @Override
    public CompletionStage<?> ready() {
        return markets.openBooks();
    }

    @Override
    public Session open(final WebSocket socket, final RawRequest request, final Caller caller) {
        if (!request.target().equals(PATH)) {
            throw Problem.badForm("?", PATH + " has no parameters: send keys and channels in messages");
        }
        return new NativeSession(socket, caller, channels, dispatcher, time);
    }
}
